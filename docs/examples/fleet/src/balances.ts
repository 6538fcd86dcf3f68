import { majorUnits } from 'rxbank'
import { type DailyBalance, plotBalances } from 'rxbank/balances'
import type { Mirror } from 'rxbank/postgres'
import { concatMap, filter, firstValueFrom, forkJoin, from, map, type Observable, of, reduce } from 'rxjs'

/** The height of the plot, in pixels. */
const height = 160

/** An account and the points of its balances. */
interface Series {
  readonly account: string
  readonly points: ReadonlyArray<DailyBalance>
}

const amountText = (units: bigint, currency: string): string => {
  const text = majorUnits(units, currency)
  return text._tag === 'Right' ? `${text.right} ${currency}` : String(units)
}

/** What the page shows for an account: a plot whose amounts are texts, and a row of the table for each day. */
const toShown = (user: string, { account, points }: Series, width: number) => {
  const { line, reported, gaps, amounts, days } = plotBalances(points, { width, height })
  const currency = points.at(-1)?.currency ?? ''
  return {
    user,
    account,
    height,
    line,
    reported: reported.map(({ x, y }) => ({ x, y })),
    gaps,
    days,
    amounts: amounts.map(({ y, minorUnits }) => ({ y, text: amountText(minorUnits, currency) })),
    points: points.map((point) => ({
      day: point.day,
      source: point._tag,
      text: point._tag === 'unknown' ? '' : amountText(point.minorUnits, point.currency),
    })),
  }
}

/** How many days of a series have a balance. */
const knownDays = ({ points }: Series): number => points.filter(({ _tag }) => _tag !== 'unknown').length

const seriesOf = (mirror: Mirror, user: string, account: string): Observable<Series> =>
  forkJoin([of(account), mirror.balances({ user, account, by: 'day' })]).pipe(
    map(([id, points]) => ({ account: id, points })),
  )

/** The balances over time of the user's account with the most known ones, as a plot of a width; `undefined` while there are none. */
export const readBalances = (mirror: Mirror, user: string, accounts: ReadonlyArray<string>, width: number) =>
  firstValueFrom(
    from(accounts).pipe(
      concatMap((account) => seriesOf(mirror, user, account)),
      filter((series) => knownDays(series) > 0),
      reduce(
        (longest: Series | undefined, series) =>
          longest === undefined || knownDays(series) > knownDays(longest) ? series : longest,
        undefined,
      ),
      map((series) => series && toShown(user, series, width)),
    ),
  )
