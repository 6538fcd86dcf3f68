import { liveRows, type Stock } from 'rxbank'
import { type Observable, tap } from 'rxjs'
import { lasting, user } from './connection.js'
import { el, find, money, text } from './dom.js'

const width = 120
const height = 28

interface Row {
  readonly show: (stock: Stock) => void
  readonly remove: () => void
}

const svg = <E extends keyof SVGElementTagNameMap>(name: E): SVGElementTagNameMap[E] =>
  document.createElementNS('http://www.w3.org/2000/svg', name)

/** The prices that were seen as a line, the lowest at the bottom. */
const pointsOf = (prices: ReadonlyArray<number>): string => {
  const low = Math.min(...prices)
  const span = Math.max(...prices) - low || 1
  const step = width / Math.max(prices.length - 1, 1)
  return prices
    .map((price, i) => `${String(i * step)},${String(height - 2 - ((price - low) / span) * (height - 4))}`)
    .join(' ')
}

const createRow = (): Row => {
  const name = el('span', 'name')
  const ticker = el('small')
  const price = el('span', 'price')
  const value = el('small')
  const line = svg('polyline')
  const plot = svg('svg')
  plot.setAttribute('viewBox', `0 0 ${String(width)} ${String(height)}`)
  plot.setAttribute('aria-hidden', 'true')
  plot.append(line)
  const row = el('li', 'row', el('span', 'label', name, ticker), plot, el('span', 'amount', price, value))
  find('#stocks ul').append(row)
  const prices: Array<number> = []
  return {
    remove: () => row.remove(),
    show: (stock) => {
      const before = prices.at(-1)
      const now = stock.current_price
      if (typeof now === 'number' && now !== before) prices.push(now)
      if (prices.length > 60) prices.shift()
      name.textContent = text(stock.label, `Stock ${String(stock.id)}`)
      ticker.textContent = text(stock.ticker)
      price.textContent = money(now, stock.currency_code)
      value.textContent = `${String(stock.quantity ?? '–')} shares, ${money(stock.total_value, stock.currency_code)}`
      line.setAttribute('points', pointsOf(prices))
      if (before === undefined || typeof now !== 'number' || now === before) return
      row.dataset.move = now > before ? 'up' : 'down'
      price.getAnimations().forEach((animation) => animation.cancel())
      price.animate({ opacity: [0.3, 1] }, 600)
    },
  }
}

/** The user's stocks, as they are: those that move, those that come and those that go. */
export const stocks = (): Observable<unknown> => {
  const rows = new Map<number, Row>()
  return lasting(() => liveRows(user.stocks, { every: 2000 })).pipe(
    tap((held) => {
      for (const [id, row] of rows) {
        if (held.has(id)) continue
        row.remove()
        rows.delete(id)
      }
      for (const [id, stock] of held) {
        const row = rows.get(id) ?? createRow()
        rows.set(id, row)
        row.show(stock)
      }
    }),
  )
}
