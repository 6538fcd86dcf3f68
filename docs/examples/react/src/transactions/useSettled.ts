import { useEffect, useState } from 'react'

/** A text once it has stayed the same for a second: a screen reader is told results, and not each letter. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 1000)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
