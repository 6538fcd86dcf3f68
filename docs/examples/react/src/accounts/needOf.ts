import { type Bridge2025Item, itemSession } from 'rxbank/bridge'
import type { DueConsent } from '../bank/consents'
import { stateOf, wasRead } from '../bank/itemStates'
import { formatDate, formatMoment } from '../format/days'

/** How a bank is, in words, and what the button is called with which the user puts it right. */
export interface Need {
  readonly text: string
  readonly action?: string
  readonly isUrgent: boolean
}

const lastRead = ({ last_successful_refresh: at }: Bridge2025Item): string =>
  at instanceof Date ? formatMoment(at) : 'never'

const ofState = (item: Bridge2025Item): Need => {
  const urgent = (text: string, action: string): Need => ({ text, action, isUrgent: true })
  switch (stateOf(item)) {
    case 'ok':
      return { text: `Read ${lastRead(item)}`, isUrgent: false }
    case 'wait':
      return { text: 'Being read …', isUrgent: false }
    case 'logIn':
      return urgent(
        wasRead(item) ? 'This bank no longer accepts your login.' : 'This bank has not accepted your login.',
        'Log in again',
      )
    case 'enterCode':
      return urgent('This bank asks you to confirm that it is you.', 'Confirm')
    case 'actAtBank':
      return urgent('This bank needs something from you.', 'Put it right')
    case 'unsupported':
      return urgent('This bank cannot be read in this way.', 'Choose another way')
    case 'retryLater':
      return { text: `This bank cannot be reached. Read ${lastRead(item)}`, action: 'Try again', isUrgent: false }
    case 'unknown':
      return itemSession(item) === undefined
        ? { text: `Read ${lastRead(item)}`, isUrgent: false }
        : urgent('This bank says something new.', 'Put it right')
  }
}

/** What a bank needs. A consent that has ended is why the bank is read no more, so it goes first. */
export const needOf = (item: Bridge2025Item, due: DueConsent | undefined): Need => {
  if (due?._tag === 'ended')
    return { text: `Your consent has ended. Read ${lastRead(item)}`, action: 'Renew consent', isUrgent: true }
  const need = ofState(item)
  if (due === undefined || need.action !== undefined) return need
  return {
    text: `${need.text}. Your consent ends on ${formatDate(due.endsAt)}.`,
    action: 'Renew consent',
    isUrgent: false,
  }
}
