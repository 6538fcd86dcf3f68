import { drawsOf, frenchIban, type ListedAccount, type Movement, purchases, standingOrder } from './relinks.js'

/** The accounts of a person before and after banks were connected again, with what is true about them. */
export interface RelinkedUser {
  readonly before: ReadonlyArray<ListedAccount>
  readonly after: ReadonlyArray<ListedAccount>
  /** The account of the bank that each listed account shows. */
  readonly truth: ReadonlyMap<string, number>
  /** The ids of the links, such as `1~11`, that need no person. */
  readonly unambiguous: ReadonlySet<string>
}

/** An account of a bank, which connections show under other ids. */
export interface RealAccount {
  readonly key: number
  readonly type: 'checking' | 'savings' | 'card'
  readonly currency: string
  readonly name: string
  readonly iban: string | null
  /** Whether no other account of the person has this IBAN, type and currency. */
  readonly isOnlyIban: boolean
  /** The last digits in the name, if there are some. */
  readonly digits: number | undefined
  readonly movements: ReadonlyArray<Movement>
}

/** The day on which the old connections are read for the last time. */
const lastDay = 300

const names = {
  checking: ['Compte courant', 'Compte courant', 'Compte joint', 'M. DUPONT'],
  savings: ['Livret A', 'Livret A', 'Livret A', 'LDDS', 'PEL'],
  card: ['Visa Premier', 'Visa Premier', 'Mastercard'],
}

export type Draws = ReturnType<typeof drawsOf>

/** Fees that a bank takes from all accounts of a person on the same days, once in the time that is shown. */
const fees: ReadonlyArray<Movement> = [
  'COTISATION COMPTE',
  'FRAIS EBICS',
  'COTISATION CARTE',
  'COMMISSION MOUVEMENT',
  'ASSURANCE MOYENS DE PAIEMENT',
  'FRAIS RELEVE',
  'ABONNEMENT PRO',
  'FRAIS TELEPAIEMENT',
  'OPTION SMS',
].map((text, index) => ({ day: lastDay - 20 + 2 * index, cents: -(205 + 311 * index), text }))

/** What both spouses, and all children, get and pay: the same day, amount and text on several accounts. */
const commonOrders = (draws: Draws, first: number, last: number): ReadonlyArray<Movement> => [
  ...standingOrder(draws.pick([2000, 5000, 5000, 10000]), 'VIR PERMANENT', first + draws.below(3) * 5, last),
  ...standingOrder(-999, 'PRLV STREAMING', first + 5, last),
  ...(draws.chance(0.3) ? standingOrder(200_017, 'VIR SALAIRE ACME', first + 7, last) : []),
  ...(draws.chance(0.3) ? fees : []),
  { day: 180, cents: 137, text: 'INTERETS' },
  { day: 181, cents: -24, text: 'PRELEVEMENTS SOCIAUX' },
]

/** Which movements accounts have: from a day on, and how many purchases, as a share of the usual ones. */
interface DrawnTime {
  readonly first?: number
  readonly share?: number
}

/** The accounts of one bank: some have the name, the IBAN, the last digits or the rows of another one. */
export const drawBank = (
  draws: Draws,
  seed: number,
  firstKey: number,
  last: number,
  { first = lastDay - draws.pick([40, 70, 100]), share = 1 }: DrawnTime = {},
): ReadonlyArray<RealAccount> => {
  const hasIbans = draws.chance(0.6)
  const hasDigits = draws.chance(0.4)
  const shared = commonOrders(draws, first, last)
  const accounts: Array<RealAccount> = []
  const add = (type: RealAccount['type'], account: Partial<RealAccount> = {}): RealAccount => {
    const key = firstKey + accounts.length
    const orders = draws.chance(0.5) ? shared : commonOrders(draws, first, last)
    const own = type === 'savings' ? [] : purchases(seed * 50 + key, first, last, share * draws.pick([0.5, 0.6, 0.8]))
    const added: RealAccount = {
      key,
      type,
      currency: 'EUR',
      name: draws.pick(names[type]),
      iban: hasIbans && type !== 'card' ? frenchIban(seed * 50 + key) : null,
      isOnlyIban: true,
      digits: hasDigits ? 1000 + draws.below(9000) : undefined,
      movements: [...orders, ...own],
      ...account,
    }
    accounts.push(added)
    return added
  }
  const main = add('checking')
  if (draws.chance(0.3)) add('checking')
  if (draws.chance(0.5)) add('card', draws.chance(0.4) ? { iban: main.iban } : {})
  if (draws.chance(0.2)) add('card')
  if (draws.chance(0.6)) {
    const child = add('savings', { movements: shared })
    if (draws.chance(0.4)) add('savings', { movements: shared, name: child.name })
    if (draws.chance(0.2)) add('savings', { movements: shared, name: child.name })
  }
  // Several currencies, and pockets, with one IBAN.
  if (draws.chance(0.1)) add('checking', { iban: main.iban, currency: 'USD' })
  const hasPocket = draws.chance(0.1)
  if (hasPocket) add('checking', { iban: main.iban, name: draws.pick(['Vacances', 'Maison']) })
  const hasPots = draws.chance(0.1)
  if (hasPots) {
    for (const name of ['Pot 1', 'Pot 2'])
      add('savings', { iban: main.iban, name, movements: shared, isOnlyIban: false })
  }
  return accounts.map((account) => ({
    ...account,
    isOnlyIban:
      account.isOnlyIban &&
      !(hasPocket && account.iban === main.iban && account.type === 'checking' && account.currency === 'EUR'),
  }))
}

/** How a bank shows the number of an account instead of its IBAN. Only a complete IBAN is unambiguous. */
export const numberStyles: ReadonlyArray<(iban: string) => string> = [
  (iban) => `${iban.slice(0, 4)}****${iban.slice(-4)}`,
  (iban) => `XXXX${iban.slice(-4)}`,
  (iban) => iban.slice(4),
  (iban) => `${iban.slice(0, 2)}00${'0'.repeat(iban.length - 4)}`,
  () => 'FR7600000000000000000000097',
]

/** How a bank shows the last digits in a name. */
export const digitStyles: ReadonlyArray<(digits: number) => string> = [
  (digits) => `****${String(digits)}`,
  (digits) => `4970 10** **** ${String(digits)}`,
  (digits) => `xx${String(digits)}`,
  (digits) => `…${String(digits)}`,
  (digits) => `n° ${String(digits)}`,
]

/** How the texts of the new connection differ. */
export const textStyles: ReadonlyArray<readonly [isKnown: boolean, write: (text: string, index: number) => string]> = [
  [true, (text) => text],
  [true, (text) => text.toLowerCase()],
  [true, (text, index) => (index % 4 === 0 ? `${text} REF ${String(index)}` : text)],
  [false, (_, index) => `OPERATION ${'ABCDEFG'[index % 7] as string}`],
]

/**
 * Draws a person with accounts at one or two banks, of which some are connected again, in all the ways that mislead:
 * equal names, rows, fees, IBANs and numbers; masked numbers, placeholders and numbers of clients; pots with one IBAN;
 * accounts that are left out, closed or new, or that get the IBAN of another one; new names, card numbers and bank ids;
 * rows that are missing, moved by a day, or have other texts; histories that hardly overlap; and old connections that stay.
 */
export const relinkedUser = (seed: number): RelinkedUser => {
  const draws = drawsOf(seed)
  const before: Array<ListedAccount> = []
  const after: Array<ListedAccount> = []
  const truth = new Map<string, number>()
  const unambiguous = new Set<string>()
  let nextId = 1
  const list = (account: RealAccount, fields: Partial<ListedAccount>): ListedAccount => {
    const id = nextId++
    truth.set(String(id), account.key)
    const { name, iban, type, currency } = account
    return { id, type, name, iban, currency_code: currency, ...fields }
  }

  for (let bank = 0; bank <= draws.below(2); bank++) {
    const now = lastDay + draws.pick([0, 3, 30, 60])
    const accounts = drawBank(draws, seed, bank * 50, now)
    const bankId = 400 + bank
    const stays = draws.chance(0.2)
    const isMasked = draws.chance(0.3)
    const showNumber = draws.pick(numberStyles)
    const mask = (iban: string | null): string | null => (isMasked && iban !== null ? showNumber(iban) : iban)
    const showDigits = draws.pick(digitStyles)
    const client = draws.chance(0.1) ? ' 12345678' : ''
    const numbered = (name: string, digits: number | undefined): string =>
      `${name}${client}${digits === undefined ? '' : ` ${showDigits(digits)}`}`
    const isRelinked = draws.chance(0.8)
    const [areTextsKnown, write] = draws.pick(textStyles)
    const firstShown = now - draws.pick([7, 30, 60, 90, 120])
    const newBankId = draws.chance(0.1) ? 500 + bank : bankId
    for (const account of accounts) {
      const wasListed = draws.chance(0.85)
      const isListed = draws.chance(0.85)
      const old = list(account, {
        item_id: bank,
        bank_id: bankId,
        iban: mask(account.iban),
        name: numbered(account.name, account.digits),
        movements: account.movements.filter(({ day }) => day <= lastDay),
      })
      const isOldAlive = stays || !isRelinked
      if (wasListed) {
        before.push(old)
        if (isOldAlive) after.push(old)
      }
      if (!isRelinked || !isListed) continue
      const isRenamed = draws.chance(0.15)
      const isNewCard = account.type === 'card' && draws.chance(0.15)
      const isEmpty = draws.chance(0.05)
      const digits = isNewCard && account.digits !== undefined ? 9999 - account.digits : account.digits
      const name = isRenamed ? draws.pick(['Dupont', 'Perso', 'Vacances']) : account.name
      const moved = draws.chance(0.2)
      const shown = account.movements.filter(({ day }) => day >= firstShown)
      const movements = shown.map(({ day, cents, text }, index) => ({
        day: moved && index % 9 === 0 ? day + 1 : day,
        cents,
        text: write(text, index),
      }))
      const overlap = lastDay - firstShown
      const hasPurchases = account.type !== 'savings' && !isEmpty && areTextsKnown && overlap >= 30
      // The bank gave the account, whose rows show it, another number, and a new account the old one.
      const isReused = hasPurchases && account.isOnlyIban && account.iban !== null && draws.chance(0.1)
      const next = list(account, {
        item_id: 10 + bank,
        bank_id: newBankId,
        iban: mask(isReused ? frenchIban(seed * 50 + account.key + 25) : account.iban),
        name: numbered(name, digits),
        movements: isEmpty ? [] : movements,
      })
      after.push(next)
      if (isReused) {
        const opened = { ...account, key: account.key + 25, name, movements: [] }
        after.push(
          list(opened, {
            item_id: 10 + bank,
            bank_id: newBankId,
            iban: mask(account.iban),
            name: numbered(name, digits),
          }),
        )
      }

      const isSameBank = newBankId === bankId
      const isNewNumber = digits !== account.digits
      const isClear =
        account.iban !== null && !isMasked
          ? account.isOnlyIban && !isReused && (!isRenamed || hasPurchases)
          : account.iban === null && hasPurchases && ((isSameBank && !isRenamed) || overlap >= 85)
      if (wasListed && !isOldAlive && isClear && !isNewNumber) unambiguous.add(`${String(old.id)}~${String(next.id)}`)
    }
  }
  const shuffle = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
    items
      .map((item) => [draws.below(1_000_000), item] as const)
      .sort(([one], [other]) => one - other)
      .map(([, item]) => item)
  return { before: shuffle(before), after: shuffle(after), truth, unambiguous }
}
