import type { Item, RefreshStatus } from 'rxbank'
import { merge, type Observable, tap } from 'rxjs'
import { bankNames$, lasting, user } from './connection.js'
import { el, find, text } from './dom.js'

const words: Readonly<Record<string, string>> = {
  authenticating: 'signing in at the bank',
  retrieving_data: 'reading accounts',
  info_required: 'the bank has a question',
  finished: 'up to date',
  finished_error: 'the bank did not answer',
  invalid_creds: 'the bank refused the password',
}

const isBusy = (status: string): boolean => status === 'authenticating' || status === 'retrieving_data'

const tone = (status: string): string => (status === 'finished' ? 'good' : isBusy(status) ? 'busy' : 'bad')

const detail = ({ status, refreshed_accounts_count: done, total_accounts_count: total, refreshed_at }: RefreshStatus) =>
  status === 'retrieving_data' && typeof total === 'number'
    ? `${String(done ?? 0)} of ${String(total)} accounts`
    : refreshed_at instanceof Date
      ? `refreshed ${refreshed_at.toLocaleTimeString('en')}`
      : ''

/** A card of an item, whose refresh is followed for as long as this is subscribed to. */
const card = ({ id, bank_id }: Item): Observable<unknown> => {
  const name = el('span', 'name', `Item ${String(id)}`)
  const status = el('strong')
  const note = el('small')
  const bar = el('progress') as HTMLProgressElement
  const item = el('li', 'card', name, el('small', '', `item ${String(id)}`), status, bar, note)
  find('#items ul').append(item)
  const refresh$ = lasting(() => user.items.watchRefresh(id, { every: 1000 }), 2000).pipe(
    tap((refresh) => {
      const { refreshed_accounts_count: done, total_accounts_count: total } = refresh
      const now = text(refresh.status, 'being refreshed')
      item.dataset.tone = tone(now)
      status.textContent = words[now] ?? now
      note.textContent = detail(refresh)
      bar.hidden = !isBusy(now)
      if (typeof total === 'number' && typeof done === 'number') bar.value = done / total
      else bar.removeAttribute('value')
    }),
  )
  const named$ = bankNames$.pipe(
    tap((names) => {
      name.textContent = text(names.get(Number(bank_id)), `Item ${String(id)}`)
    }),
  )
  return merge(refresh$, named$)
}

/** The user's items, and how far the refresh of each is. */
export const items = (list: ReadonlyArray<Item>): Observable<unknown> => {
  find('#items ul').replaceChildren()
  return merge(...list.map(card))
}
