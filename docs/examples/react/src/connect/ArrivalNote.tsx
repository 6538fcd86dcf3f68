import { useEffect, useRef } from 'react'
import { stateOf } from '../bank/itemStates'
import { useOverview } from '../bank/useOverview'
import type { Arrival } from './arrival'

/** The steps at which users leave, in words; the service adds steps without notice. */
const steps: Readonly<Record<string, string>> = {
  highlighted_banks: 'while you chose a bank',
  bank_creds_form: 'at the login',
  edit_bank_creds_form: 'at the login',
  otp_form: 'when the bank asked you to confirm that it is you',
  sync_in_progress: 'before the bank had answered',
  sync_error: 'when the bank had refused the login',
}

type ItemState = ReturnType<typeof stateOf>

const connectedText = (state: ItemState | undefined): string => {
  if (state === undefined || state === 'wait') return 'Its accounts appear below as soon as they are read.'
  return state === 'ok' ? 'Its accounts are below.' : 'It needs something from you: see below.'
}

/** `state`: that of the item, once it is known. */
const messageOf = (
  { outcome, path, itemId, step = '' }: Arrival,
  state: ItemState | undefined,
): { readonly title: string; readonly text: string } => {
  const isRenewal = path === '/consents'
  if (outcome === 'refused')
    return {
      title: 'That did not work',
      text: 'What came back from the bank is not about a visit of yours. Nothing has changed.',
    }
  if (outcome === 'success')
    return isRenewal
      ? { title: 'Your consent is renewed', text: 'Your bank goes on to tell what is new, for half a year.' }
      : { title: 'Your bank is connected', text: connectedText(state) }
  const place = Object.hasOwn(steps, step) ? ` ${steps[step] ?? ''}` : ''
  const text = `You left${place}. You can try again whenever you like.`
  if (isRenewal) return { title: 'Your consent is not renewed', text }
  // The bank may be a new one that has refused the login, or one that was there before.
  return { title: itemId === undefined ? 'The bank is not connected' : 'You did not finish at the bank', text }
}

/** Says how a visit at the bank has ended. It takes the focus, so that it is read first. */
export const ArrivalNote = ({ arrival }: { readonly arrival: Arrival }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const item = useOverview().value?.items.find(({ id }) => id === arrival.itemId)
  const { title, text } = messageOf(arrival, item && stateOf(item))
  return (
    <section className={`note ${arrival.outcome === 'success' ? 'good' : 'bad'}`} aria-labelledby="arrival">
      <h2 id="arrival" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
    </section>
  )
}
