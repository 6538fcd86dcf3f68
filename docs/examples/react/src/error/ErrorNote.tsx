import { useEffect } from 'react'
import { isTransient } from 'rxbank'
import { explain } from './explain'

type Props = {
  readonly error: Error
  readonly onRetry: () => void
}

/** A failure, and the button that tries again. What failed without a network is tried again when it is back. */
export const ErrorNote = ({ error, onRetry }: Props) => {
  useEffect(() => {
    if (!isTransient(error)) return
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [error, onRetry])
  const { what, advice } = explain(error)
  return (
    <div role="alert" className="note bad">
      <p>
        <strong>{what}</strong> {advice}
      </p>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
