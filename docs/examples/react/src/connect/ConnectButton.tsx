import { type ReactNode, useEffect, useState } from 'react'
import { pageUser } from '../bank/client'
import { Spoken } from '../shell/Spoken'

type Props = {
  /** The item to repair or renew; without it a bank is added. */
  readonly itemId?: number
  /** The bank, which screen readers say after the label. */
  readonly bank?: ReactNode
  readonly isMain?: boolean
  readonly children: string
}

/** Opens a connect session on the server, and sends the browser to its address. */
const openSession = async (itemId: number | undefined): Promise<void> => {
  const body = JSON.stringify({ itemId, from: location.pathname })
  const headers = { 'Content-Type': 'application/json', ...pageUser }
  const answer = await fetch('/api/connect', { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`the server answered ${String(answer.status)}`)
  const { url } = (await answer.json()) as { readonly url: string }
  location.assign(url)
}

/** The way to the bank's pages: to connect a bank, to repair one, or to renew a consent. */
export const ConnectButton = ({ itemId, bank, isMain = false, children }: Props) => {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')

  // A browser that keeps the page while it is away shows it again as it was.
  useEffect(() => {
    const reset = () => setState('ready')
    addEventListener('pageshow', reset)
    return () => removeEventListener('pageshow', reset)
  }, [])

  const open = () => {
    if (state === 'busy') return
    setState('busy')
    openSession(itemId).catch(() => setState('failed'))
  }

  return (
    <div className="action">
      <button type="button" className={isMain ? 'main' : undefined} aria-disabled={state === 'busy'} onClick={open}>
        {children}
        {bank !== undefined && <Spoken> at {bank}</Spoken>}
      </button>
      {state === 'failed' && (
        <p role="alert" className="small bad-text">
          The bank’s page cannot be opened. Try again.
        </p>
      )}
    </div>
  )
}
