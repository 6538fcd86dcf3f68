import type { Bridge2025Item } from 'rxbank/bridge'
import { BankName } from '../bank/BankName'
import type { DueConsent } from '../bank/consents'
import { stateOf, wasRead } from '../bank/itemStates'
import { useDueConsents, useOverview } from '../bank/useOverview'
import { ConnectButton } from '../connect/ConnectButton'
import { ErrorNote } from '../error/ErrorNote'
import { daysUntil, formatDate } from '../format/days'
import { Spoken } from '../shell/Spoken'

const untilText = (moment: Date): string => {
  const days = daysUntil(moment, new Date())
  if (days < 1) return 'today'
  return days === 1 ? 'tomorrow' : `in ${String(days)} days`
}

const endOf = ({ authentication_expires_at: end }: Bridge2025Item, due: DueConsent | undefined): Date | undefined =>
  due?.endsAt ?? (end instanceof Date ? end : undefined)

const textOf = (item: Bridge2025Item, endsAt: Date | undefined, due: DueConsent | undefined): string => {
  if (stateOf(item) === 'wait') return 'Being read …'
  if (!wasRead(item)) return 'This bank has not been read yet.'
  if (endsAt === undefined) return 'This bank asks for no consent that ends.'
  if (due?._tag === 'ended') return `Ended on ${formatDate(endsAt)}: this bank is read no more.`
  return `Ends on ${formatDate(endsAt)}, ${untilText(endsAt)}.`
}

/** The consents of the user, those that end first at the top, and the way to renew each that is due. */
export const Consents = () => {
  const overview = useOverview()
  const due = useDueConsents()
  const error = overview.error ?? due.error
  const retry = overview.error === undefined ? due.reload : overview.reload
  const items = Array.from(overview.value?.items ?? [], (item) => ({ item, due: due.value.get(item.id) }))
    .map((row) => ({ ...row, endsAt: endOf(row.item, row.due) }))
    .sort((a, b) => (a.endsAt?.getTime() ?? Infinity) - (b.endsAt?.getTime() ?? Infinity))
  return (
    <>
      <p className="lead soft">You let this app read a bank for half a year. Then you are asked again.</p>
      {error !== undefined && <ErrorNote error={error} onRetry={retry} />}
      {overview.value === undefined && error === undefined && (
        <p role="status" className="ghost">
          <Spoken>Reading your consents</Spoken>
        </p>
      )}
      {overview.value !== undefined && items.length === 0 && <p className="empty">No bank is connected yet.</p>}
      {items.length > 0 && (
        <ul className="card rows">
          {items.map(({ item, due, endsAt }) => (
            <li key={item.id}>
              <div>
                <h2>
                  <BankName id={item.provider_id} />
                </h2>
                <span className={due?._tag === 'ended' ? 'small bad-text' : 'small soft'}>
                  {textOf(item, endsAt, due)}
                </span>
              </div>
              {due !== undefined && (
                <ConnectButton itemId={item.id} bank={<BankName id={item.provider_id} />} isMain={due._tag === 'ended'}>
                  Renew consent
                </ConnectButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
