import type { NavigateCommand, Transaction } from 'rxbank'
import { fromEvent, map, merge, type Observable, tap } from 'rxjs'
import { lasting, user } from './connection.js'
import { el, find, money, text } from './dom.js'

const section = '#transactions'

const buttons = (): ReadonlyArray<HTMLButtonElement> =>
  Array.from(document.querySelectorAll<HTMLButtonElement>(`${section} button`))

const commands$ = (): Observable<NavigateCommand> =>
  merge(
    ...buttons().map((button) => fromEvent(button, 'click').pipe(map(() => button.dataset.command as NavigateCommand))),
  )

const row = ({ date, description, raw_description, amount, currency_code }: Transaction): HTMLElement => {
  const words = el('td', 'description', el('span', '', text(description, '–')), el('small', '', text(raw_description)))
  const sum = el('td', 'amount', money(amount, currency_code))
  if (typeof amount === 'number' && amount > 0) sum.classList.add('credit')
  return el('tr', '', el('td', 'date', text(date, '–')), words, sum)
}

/** The user's transactions, a page at a time, as the buttons say. */
export const transactions = (): Observable<unknown> =>
  lasting(() => user.transactions.navigate(commands$(), { limit: 8 })).pipe(
    tap(({ page, error }) => {
      const alert = find(`${section} .error`)
      alert.hidden = error._tag === 'None'
      alert.textContent = error._tag === 'Some' ? `${error.value.message} – ↻ tries again` : ''
      if (page._tag === 'None') return
      const { number, resources, next, previous } = page.value
      find(`${section} tbody`).replaceChildren(...resources.map(row))
      find('#page-number').textContent = `page ${String(number)}`
      const has = { first: true, reload: true, next: next._tag === 'Some', previous: previous._tag === 'Some' }
      for (const button of buttons()) button.disabled = !has[button.dataset.command as NavigateCommand]
    }),
  )
