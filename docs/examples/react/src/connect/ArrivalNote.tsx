import { useEffect, useRef } from 'react'
import type { Arrival } from './arrival'

/** The steps at which users leave, in words; the service adds steps without notice. */
const steps: Readonly<Record<string, string>> = {
  highlighted_banks: 'while you chose a bank',
  bank_creds_form: 'at the login',
  edit_bank_creds_form: 'at the login',
  otp_form: 'when the bank asked for a code',
  sync_error: 'when the bank had refused the login',
}

const messageOf = ({ outcome, path, step = '' }: Arrival): { readonly title: string; readonly text: string } => {
  const isRenewal = path === '/consents'
  if (outcome === 'refused')
    return {
      title: 'That did not work',
      text: 'What came back from the bank is not about a visit of yours. Nothing has changed.',
    }
  if (outcome === 'success')
    return isRenewal
      ? { title: 'Your consent is renewed', text: 'Your bank goes on to tell what is new, for half a year.' }
      : { title: 'Your bank is connected', text: 'Its accounts appear below as soon as they are read.' }
  const place = Object.hasOwn(steps, step) ? ` ${steps[step] ?? ''}` : ''
  return {
    title: isRenewal ? 'Your consent is not renewed' : 'The bank is not connected',
    text: `You left${place}. You can try again whenever you like.`,
  }
}

/** Says how a visit at the bank has ended. It takes the focus, so that it is read first. */
export const ArrivalNote = ({ arrival }: { readonly arrival: Arrival }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { title, text } = messageOf(arrival)
  return (
    <section className={`note ${arrival.outcome === 'success' ? 'good' : 'bad'}`} aria-labelledby="arrival">
      <h2 id="arrival" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
    </section>
  )
}
