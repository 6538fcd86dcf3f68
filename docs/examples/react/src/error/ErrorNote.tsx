import { useEffect, useRef } from 'react'
import { isClientError, isTransient } from 'rxbank'
import { useTrouble } from '../bank/useTrouble'
import { explain } from './explain'

type Props = {
  readonly error: Error
  readonly onRetry: () => void
}

const isLoggedOut = (error: Error): boolean =>
  isClientError(error) && error._tag === 'StatusError' && error.status === 401

/** Whether the notices at the top of the page say the same already. */
const useIsReported = (error: Error): boolean => {
  const trouble = useTrouble()
  return trouble === 'loggedOut' ? isLoggedOut(error) : trouble !== 'none' && isTransient(error)
}

/** A failure, and the button that tries again. While a notice tells the failure, this waits for the notice to end, and tries again. */
export const ErrorNote = ({ error, onRetry }: Props) => {
  const isReported = useIsReported(error)
  const wasReported = useRef(isReported)
  useEffect(() => {
    if (wasReported.current && !isReported) onRetry()
    wasReported.current = isReported
  }, [isReported, onRetry])
  if (isReported) return null
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
