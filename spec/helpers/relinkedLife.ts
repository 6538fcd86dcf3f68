import { type Observable, of } from 'rxjs'
import type { HttpRequest, HttpResponse } from '../../lib/index.js'
import { digitStyles, drawBank, type Draws, numberStyles, type RealAccount, textStyles } from './relinkedUser.js'
import { dayOf, drawsOf, frenchIban, purchases } from './relinks.js'

const dayMs = 24 * 60 * 60 * 1000

/** The time of a day and a fraction of it, counted as in {@link dayOf}, in milliseconds since 1970. */
export const timeOf = (day: number): number => Date.UTC(2026, 0, 1) + Math.round(day * dayMs)

/** A row of the service: a movement of an account of the bank, as one connection shows it. Times are days. */
interface ShownRow {
  readonly id: number
  readonly index: number
  readonly shownAt: number
  readonly fields: string
}

/** An account of the bank, as one connection shows it. Times are days. */
export interface ShownAccount {
  readonly id: number
  readonly key: number
  readonly itemId: number
  readonly bankId: number
  readonly name: string
  readonly iban: string | null
  readonly account: RealAccount
  readonly openedAt: number
  readonly rows: ReadonlyArray<ShownRow>
  /** Whether its texts have the words of the bank. */
  readonly areTextsKnown: boolean
  /** Whether its IBAN is shown, and no other account has it. */
  readonly hasOnlyIban: boolean
  /** Whether its IBAN or its last digits are others than before. */
  readonly isNewNumber: boolean
  /** When the service deletes it; `Infinity` if never. */
  deletedAt: number
}

/** Two accounts under which one account of the bank is shown, the second one later. */
export interface Succession {
  readonly old: ShownAccount
  readonly next: ShownAccount
}

/** What happens in a life, in the order of time. `decides`: the person decides about all candidates after the round. */
export interface LifeStep {
  readonly at: number
  /** The pairs of accounts that have to be linked in this round, if they ever are. */
  readonly settled?: ReadonlyArray<Succession>
  readonly decides?: boolean
}

/** The connections of a person to banks over years, as a service. Each step is a round of a mirror. */
export interface RelinkedLife {
  readonly seed: number
  readonly steps: ReadonlyArray<LifeStep>
  readonly accounts: ReadonlyMap<string, ShownAccount>
  /** The account and the movement that each row of the service shows. */
  readonly rows: ReadonlyMap<string, { readonly shown: ShownAccount; readonly index: number }>
  /** All pairs of accounts that are one account, the older one first. */
  readonly pairs: ReadonlyArray<Succession>
  /** Whether a person without other knowledge would say that two accounts are one, by what is shown on a day. */
  readonly isClear: (pair: Succession, at: number) => boolean
  readonly http: (now: () => number) => (request: HttpRequest) => Observable<HttpResponse>
}

/** What a login at a bank lists: its accounts, and how it writes numbers. */
interface Login {
  accounts: ReadonlyArray<RealAccount>
  readonly bankIds: Map<number, number>
  readonly showNumber: ((iban: string) => string) | undefined
  readonly showDigits: (digits: number) => string
  readonly shown: Map<number, ShownAccount>
}

/** Purchases that both accounts show, which nobody else has: all of them, and of how many shops. */
const [minPurchases, minShops, manyShops] = [12, 7, 10]

/** The rows that an account has to show if another account of the person has the same ones. */
const minSiblingRows = 5

/** How a connection is made again, and what becomes of the one before. Times are days. */
interface Relink {
  readonly openedAt: number
  readonly deletedAt: number
}

const drawRelink = (draws: Draws, at: number): Relink => {
  const kind = draws.pick(['after', 'after', 'before', 'none'] as const)
  if (kind === 'none') return { openedAt: at, deletedAt: Infinity }
  const wait = draws.pick([0.01, 0.3, 2, 5])
  return kind === 'before'
    ? { openedAt: at, deletedAt: at + wait }
    : { openedAt: at + draws.pick([0.01, 0.01, 0.3, 3, 40, 400]), deletedAt: at }
}

const updatedAt = (day: number): string => new Date(timeOf(day)).toISOString()

/**
 * Draws a person who connects banks again two to four times, in all the ways that mislead; see `relinkedUser`. Also:
 * connections before, after and without the deletion of the one before; a bank that is split in two or merged with
 * another; an account under two logins; and rows that appear days later, or on one connection only.
 */
export const relinkedLife = (seed: number): RelinkedLife => {
  const draws = drawsOf(seed + 1_000_000)
  const accounts = new Map<string, ShownAccount>()
  const rows = new Map<string, { readonly shown: ShownAccount; readonly index: number }>()
  const pairs: Array<Succession> = []
  const steps: Array<LifeStep> = []
  let [nextId, nextItem] = [1, 1]

  // Long histories have fewer purchases a day, so that each life has about as many rows.
  const isLong = draws.chance(0.25)
  const share = isLong ? 0.08 : 0.5
  const first = 300 - (isLong ? 400 : draws.pick([40, 60]))
  const again = isLong ? draws.pick([370, 420]) : draws.pick([20, 50])
  const relinkDays = draws.chance(0.6) ? [300, 300 + again] : [300]
  const last = Math.max(...relinkDays) + 40
  const isDeciding = draws.chance(0.2)
  const confirms = draws.chance(0.6)
  const hasTombstones = draws.chance(0.3)

  const logins: Array<Login> = []
  for (let bank = 0; bank <= Number(draws.chance(0.3)); bank++) {
    const drawn = drawBank(draws, seed, bank * 50, last, { first, share })
    logins.push({
      accounts: drawn,
      bankIds: new Map(drawn.map(({ key }) => [key, 400 + bank])),
      showNumber: draws.chance(0.25) ? draws.pick(numberStyles) : undefined,
      showDigits: draws.pick(digitStyles),
      shown: new Map(),
    })
  }
  const [own] = logins as [Login]
  const [main] = own.accounts as [RealAccount]
  // Two persons have a common account, whose rows have the same ids.
  if (seed % 10 < 2) {
    const common = seed - (seed % 10)
    const joint = {
      ...main,
      iban: main.iban === null ? null : frenchIban(common * 50 + 49),
      movements: purchases(common * 50 + 49, first, last, share * 0.6),
    }
    own.accounts = [joint, ...own.accounts.slice(1).filter(({ iban }) => iban === null || iban !== main.iban)]
  }
  // The other holder of an account has a login of their own.
  if (draws.chance(0.1)) logins.push({ ...own, accounts: own.accounts.slice(0, 1), shown: new Map() })

  const show = (login: Login, account: RealAccount, itemId: number, openedAt: number, isFirst: boolean): void => {
    const old = login.shown.get(account.key)
    const isRenamed = !isFirst && draws.chance(0.12)
    const isNewCard = !isFirst && account.type === 'card' && draws.chance(0.15)
    const isEmpty = !isFirst && draws.chance(0.04)
    const digits = isNewCard && account.digits !== undefined ? 9999 - account.digits : account.digits
    const newName = isRenamed ? draws.pick(['Dupont', 'Perso', 'Vacances']) : account.name
    // Nobody can tell apart two pots that have the same number and rows, and also exchange their names.
    const isTaken = Array.from(accounts.values()).some(
      (other) => other.key !== account.key && other.account.movements === account.movements && other.name === newName,
    )
    const name = isTaken ? account.name : newName
    const [areTextsKnown, write] = draws.pick(isFirst ? textStyles.slice(0, 1) : textStyles)
    const firstShown = openedAt - draws.pick([7, 30, 60, 90, 400])
    const [isMoved, isLate] = [!isFirst && draws.chance(0.2), !isFirst && draws.chance(0.2)]
    const loadedAt = openedAt + (isLate ? draws.pick([0.09, 2, 5]) : 0)
    const id = nextId++
    const shownRows = account.movements.flatMap(({ day, cents, text }, index): ReadonlyArray<ShownRow> => {
      const isMissing = (seed + 31 * index + 7 * id) % 200 === 0
      if (day < firstShown || isEmpty || isMissing) return []
      const booked = day + 0.4 + ((seed + index) % 17 === 0 ? 3 : 0)
      const date = dayOf(isMoved && index % 9 === 0 ? day + 1 : day)
      const fields = `"account_id":${String(id)},"amount":${String(cents / 100)},"currency_code":"${account.currency}","description":"${write(text, index)}","date":"${date}"`
      return [{ id: id * 10_000 + index, index, shownAt: Math.max(loadedAt, booked), fields }]
    })
    const numbered = digits === undefined ? name : `${name} ${login.showDigits(digits)}`
    const { iban } = account
    const shown: ShownAccount = {
      ...{ id, key: account.key, itemId, account, openedAt, areTextsKnown, rows: shownRows },
      bankId: login.bankIds.get(account.key) ?? 0,
      name: numbered,
      iban: iban !== null && login.showNumber ? login.showNumber(iban) : iban,
      hasOnlyIban: iban !== null && account.isOnlyIban && login.showNumber === undefined,
      isNewNumber: digits !== account.digits,
      deletedAt: Infinity,
    }
    accounts.set(String(id), shown)
    for (const row of shownRows) rows.set(String(row.id), { shown, index: row.index })
    if (old) pairs.push({ old, next: shown })
    login.shown.set(account.key, shown)
  }

  /** Connects a bank: each bank of its accounts is an item. A person may leave accounts out. */
  const connect = (login: Login, openedAt: number, isFirst: boolean): void => {
    const items = new Map<number, number>()
    for (const account of login.accounts) {
      if (draws.chance(0.1)) continue
      const bankId = login.bankIds.get(account.key) ?? 0
      const itemId = items.get(bankId) ?? nextItem++
      items.set(bankId, itemId)
      show(login, account, itemId, openedAt, isFirst)
    }
  }

  const readSome = (at: number, ...more: ReadonlyArray<number>): void => {
    for (const day of [at, ...more]) steps.push({ at: day })
  }

  for (const login of logins) connect(login, 260, true)
  const twins = logins.length > 1 ? logins.at(-1)?.shown : undefined
  const twin = twins?.get(main.key)
  const ownMain = own.shown.get(main.key)
  if (twin && ownMain && twin !== ownMain) pairs.push({ old: ownMain, next: twin })
  readSome(260.1)

  let [settledPairs, settledAt] = [0, 0]
  for (const day of relinkDays) {
    const at = Math.max(day, settledAt + 10) + draws.below(10) / 10
    const [login, other] = draws.chance(0.5) ? logins : [...logins].reverse()
    if (login === undefined) continue
    const { openedAt, deletedAt } = drawRelink(draws, at)
    const previous = Array.from(login.shown.values())
    const shape = draws.below(10)
    if (shape === 0) {
      // The bank is split.
      login.accounts.forEach(({ key }, index) =>
        login.bankIds.set(key, (login.bankIds.get(key) ?? 0) + (index % 2) * 100),
      )
    } else if (shape === 1 && other && other.bankIds !== login.bankIds) {
      // Two banks are merged.
      previous.push(...other.shown.values())
      for (const [key, shown] of other.shown) login.shown.set(key, shown)
      other.shown.clear()
      login.accounts = [...login.accounts, ...other.accounts]
      other.accounts = []
      for (const { key } of login.accounts) login.bankIds.set(key, 400)
    }
    for (const shown of previous) shown.deletedAt = Math.min(shown.deletedAt, deletedAt)
    readSome(at - draws.pick([0.02, 1, 9]))
    connect(login, openedAt, false)
    if (deletedAt + 0.02 < openedAt) readSome(deletedAt + 0.02)
    readSome(openedAt + 0.02, openedAt + 0.1)
    if (deletedAt > openedAt && deletedAt < Infinity) readSome(deletedAt + 0.02, deletedAt + 0.1)
    const settled = pairs.slice(settledPairs)
    settledPairs = pairs.length
    settledAt = Math.max(openedAt, deletedAt === Infinity ? 0 : deletedAt) + 5.5
    steps.push({ at: settledAt, settled, decides: isDeciding })
  }
  steps.sort((one, other) => one.at - other.at)

  const readsBefore = (at: number): number =>
    steps.reduce((latest, step) => (step.at < at ? Math.max(latest, step.at) : latest), 0)

  /**
   * The rows of an account that a mirror may have on a day: those before its deletion that a round has read. Rows that the
   * service marks as deleted are gone before it is certain that their account is.
   */
  const readRows = ({ rows: all, deletedAt }: ShownAccount, at: number): ReadonlySet<number> => {
    const isFirstRoundWithout = deletedAt <= at && readsBefore(at) < deletedAt
    if (hasTombstones && isFirstRoundWithout) return new Set()
    const until = Math.min(at, readsBefore(deletedAt))
    return new Set(all.filter(({ shownAt }) => shownAt <= until).map(({ index }) => index))
  }

  const isClear = ({ old, next }: Succession, at: number): boolean => {
    if (next.isNewNumber || old.isNewNumber) return false
    const [isSameBank, isSameName] = [old.bankId === next.bankId, old.name === next.name]
    // Children get and pay the same: without rows that one can read, an account may be the one of another child.
    const { movements: all } = next.account
    const hasSibling = Array.from(accounts.values()).some(
      ({ key, account }) => key !== next.key && account.movements === all,
    )
    const isShown = next.rows.filter(({ shownAt }) => shownAt <= at).length >= minSiblingRows
    if (hasSibling && !(old.areTextsKnown && next.areTextsKnown && isShown)) return false
    const isAlive = old.deletedAt > readsBefore(at) - 0.5
    const { iban, movements, type } = next.account
    if (isAlive && !isSameBank && !old.hasOnlyIban) return false
    const before = readRows(old, at)
    const common = next.rows.filter(
      ({ index, shownAt }) => shownAt <= at && before.has(index) && movements[index]?.text.startsWith('CB'),
    )
    const shops = new Set(common.map(({ index }) => movements[index]?.text)).size
    const haveTexts = type !== 'savings' && old.areTextsKnown && next.areTextsKnown && common.length >= minPurchases
    const havePurchases = haveTexts && shops >= minShops
    if (old.hasOnlyIban && next.hasOnlyIban) return isSameName || havePurchases
    return (
      iban === null &&
      havePurchases &&
      ((isSameBank && isSameName) || ((isSameBank || isSameName) && shops >= manyShops))
    )
  }

  const respond = (status: number, body: string, at: number): HttpResponse => ({
    status,
    headers: { date: new Date(timeOf(at)).toUTCString(), 'content-type': 'application/json' },
    body,
  })
  const isListed = ({ openedAt, deletedAt }: ShownAccount, at: number): boolean => openedAt <= at && at < deletedAt

  const listAccounts = (at: number): ReadonlyArray<string> =>
    Array.from(accounts.values())
      .filter((shown) => isListed(shown, at))
      .map(({ id, itemId, bankId, name, iban, account: { type, currency, movements } }) => {
        const cents = movements.reduce((sum, movement) => (movement.day + 0.4 <= at ? sum + movement.cents : sum), 0)
        return JSON.stringify({
          ...{ id, item_id: itemId, bank_id: bankId, name, type, currency_code: currency, iban },
          ...{ balance: cents / 100, updated_at: updatedAt(Math.floor(at * 4) / 4) },
        })
      })
  const listRows = (at: number, since: number): ReadonlyArray<string> =>
    Array.from(accounts.values()).flatMap((shown) => {
      if (shown.openedAt > at) return []
      const isDeleted = at >= shown.deletedAt
      if (isDeleted && !(hasTombstones && since > 0 && timeOf(shown.deletedAt) >= since)) return []
      return shown.rows
        .filter(({ shownAt }) => shownAt <= Math.min(at, shown.deletedAt) && (isDeleted || timeOf(shownAt) >= since))
        .map(
          ({ id, shownAt, fields }) =>
            `{"id":${String(id)},${fields},"updated_at":"${updatedAt(isDeleted ? shown.deletedAt : shownAt)}","is_deleted":${String(isDeleted)}}`,
        )
    })
  const listItems = (at: number): ReadonlyArray<string> => {
    const found = Array.from(accounts.values()).filter((shown) => isListed(shown, at))
    return Array.from(new Map(found.map(({ itemId, bankId }) => [itemId, bankId])), ([id, bank_id]) =>
      JSON.stringify({ id, status: 0, bank_id }),
    )
  }

  const http =
    (now: () => number) =>
    ({ url }: HttpRequest) => {
      const at = (now() - timeOf(0)) / dayMs
      const { pathname, searchParams } = new URL(url)
      if (/\/\d+$/.test(pathname))
        return of(
          confirms
            ? respond(404, '{"type":"not_found","message":"There is none"}', at)
            : respond(403, '{"type":"forbidden","message":"It is not shown"}', at),
        )
      const since = Date.parse(searchParams.get('since') ?? '1970-01-01T00:00:00Z')
      const list = pathname.includes('transactions')
        ? listRows(at, since)
        : pathname.includes('accounts')
          ? listAccounts(at)
          : listItems(at)
      return of(respond(200, `{"resources":[${list.join()}],"pagination":{"next_uri":null}}`, at))
    }

  return { seed, steps, accounts, rows, pairs, isClear, http }
}
