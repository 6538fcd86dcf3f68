import type { LedgerRow } from '../../lib/ledger/toLedgerEntry.js'
import type { TransferConfig } from '../../lib/ledger/transfers/TransferConfig.js'

/** A year of one person's rows, with what is true about them. */
export interface TransferYear {
  readonly rows: ReadonlyArray<LedgerRow>
  /** The transfer that each half belongs to; equal transfers of one week between the same accounts count as the same. */
  readonly halves: ReadonlyMap<string, string>
  /** The number of transfers. */
  readonly count: number
  readonly config: TransferConfig
}

/** Mulberry32: numbers from 0 to 1 that a seed repeats. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const accounts = [
  { id: 1, type: 'checking', iban: 'FR7630006000011234567890189', name: 'Compte courant' },
  { id: 2, type: 'savings', iban: null, name: 'Livret A' },
  { id: 3, type: 'checking', iban: 'DE89370400440532013000', name: 'Girokonto' },
  { id: 4, type: 'checking', iban: 'NL91ABNA0417164300', name: 'Compte joint' },
  { id: 5, type: 'card', iban: null, name: 'Visa Premier' },
]
const holder = 'Ada Lovelace'
const friends = ['JEAN DUPONT', 'MARIE CURIE', 'P MARTIN', 'S GERMAIN']
const shops = ['CARREFOUR', 'FNAC', 'SNCF', 'MONOPRIX', 'AMAZON']
const purposes = ['VACANCES', 'IMPOTS', 'TRAVAUX', 'NOEL', 'LOYER']
const bills = ['RELEVE CARTE VISA PREMIER', 'PRLV VISA PREMIER', 'CARTE X4974 DEBIT DIFFERE', 'RELEVE CB MARS']
const settlements = ['RELEVE CARTE', 'PRELEVEMENT MENSUEL', 'REGLEMENT', 'PAIEMENT RECU MERCI', '']
const round = [10, 20, 20, 30, 50, 50, 50, 100, 100, 150, 200, 300, 500]

const dayMs = 24 * 60 * 60 * 1000
const toDate = (day: number): string => new Date(Date.UTC(2026, 0, 1) + day * dayMs).toISOString().slice(0, 10)
const isWeekend = (day: number): boolean => [0, 6].includes(new Date(Date.UTC(2026, 0, 1) + day * dayMs).getUTCDay())

/** The day on which a transfer arrives that takes a number of working days. */
const addWorkingDays = (day: number, count: number): number => {
  let last = day
  for (let left = count; left > 0 || (count > 0 && isWeekend(last));) {
    last++
    if (!isWeekend(last)) left--
  }
  return last
}

/**
 * A year of a person with four accounts at three banks, and a card: transfers with all kinds of texts and delays, of which
 * many have the same round amounts, the monthly bills of the card, and as many rows that look like transfers: payments to
 * and from friends, refunds to the same and to another account, cash, purchases, and transfers to an account that is not
 * connected.
 */
export const transferYear = (seed: number): TransferYear => {
  const random = randomOf(seed)
  const pick = <A>(values: ReadonlyArray<A>): A => values[Math.floor(random() * values.length)] as A
  const rows: Array<LedgerRow> = []
  const halves = new Map<string, string>()

  const add = (account: number, amount: number, day: number, text: string, operation: string | null = null): number => {
    const id = rows.length + 1
    const row = { id, account_id: account, amount, currency_code: 'EUR', date: toDate(day), clean_description: text }
    rows.push({ ...row, operation_type: operation })
    return id
  }
  const textOf = (other: number, direction: string): string => {
    const { iban, name } = accounts[other - 1] as (typeof accounts)[number]
    const style = random()
    if (style < 0.2 && iban !== null) return `VIR SEPA ${iban}`
    if (style < 0.35) return `VIREMENT ${direction} ${name.toUpperCase()}`
    if (style < 0.55) return `VIR ${holder.toUpperCase()}`
    if (style < 0.9) return pick(['VIREMENT', 'VIR INSTANTANE', 'VIR SEPA', 'Überweisung'])
    return pick(['MOUVEMENT INTERNE', 'EPARGNE', ''])
  }
  const transfer = (from: number, to: number, amount: number, day: number, delay: number): void => {
    const operation = pick(['transfer', 'transfer', null])
    const purpose = random() < 0.3 ? ` ${pick(purposes)}` : ''
    const isKept = random() < 0.7 // whether the other bank shows the purpose too
    const out = add(from, -amount, day, `${textOf(to, 'VERS')}${purpose}`, operation)
    const into = add(to, amount, addWorkingDays(day, delay), `${textOf(from, 'DE')}${isKept ? purpose : ''}`, operation)
    const key = [from, to, amount].join(' ')
    halves.set(String(out), key).set(String(into), key)
  }
  const delayOf = (from: number, to: number): number =>
    Math.min(from, to) === 1 && Math.max(from, to) === 2 ? 0 : pick([0, 0, 1, 1, 1, 2])

  for (let month = 0; month < 12; month++) {
    const first = Math.floor(month * 30.4)
    add(1, 2143.27, first + 27, 'VIR SALAIRE ACME', 'transfer')
    add(4, -800, first + 3, 'VIR SEPA GB29NWBK60161331926819 LOYER', 'transfer')
    transfer(1, 2, 200, first + 4, 0)
    transfer(1, 4, 800, first + 1, pick([0, 1, 2]))
    // Two equal transfers in one week.
    if (random() < 0.3) {
      transfer(1, 3, 100, first + 9, 1)
      transfer(1, 3, 100, first + 12, 1)
    }
    for (let i = 0; i < 4; i++) {
      const from = pick([1, 2, 3, 4])
      const to = pick([1, 2, 3, 4].filter((account) => account !== from))
      transfer(from, to, pick(round), first + Math.floor(random() * 30), delayOf(from, to))
    }
    for (let i = 0; i < 5; i++) {
      const day = () => first + Math.floor(random() * 30)
      add(pick([1, 3]), -pick(round), day(), `VIR INST ${pick(friends)}`, 'transfer')
      if (i % 2 === 0) add(pick([1, 3]), pick(round), day(), `VIR INST DE ${pick(friends)}`, 'transfer')
      if (i % 2 === 0) add(pick([1, 3]), -pick(round), day(), 'RETRAIT DAB', pick(['card', 'unknown']))
    }
    for (let i = 0; i < 60; i++) {
      const amount = random() < 0.1 ? pick(round) : Math.round(random() * 12_000) / 100 + 0.01
      add(
        pick([1, 1, 3, 4]),
        -amount,
        first + Math.floor(random() * 30),
        `CB ${pick(shops)}`,
        pick(['card', 'card', null]),
      )
    }
    add(pick([1, 3]), pick(round), first + Math.floor(random() * 30), `REMBOURSEMENT ${pick(shops)}`, null)
    if (random() < 0.3) add(1, pick(round), first + Math.floor(random() * 30), 'VERSEMENT ESPECES', null)
    add(1, -pick(round), first + Math.floor(random() * 30), 'VIR BANQUE EN LIGNE', 'transfer')
    for (let i = 0; i < 2; i++) {
      const shop = pick(shops)
      const from = pick([1, 3, 4, 5])
      const amount = Math.round(random() * 12_000) / 100 + 0.01
      const day = first + Math.floor(random() * 24)
      add(from, -amount, day, `${shop}${pick(['', ' PARIS'])}`)
      const to = pick([1, 3, 4, 5].filter((account) => account !== from))
      add(to, amount, day + pick([1, 2, 3, 4]), random() < 0.9 ? `${shop}${pick(['', ' FRANCE'])}` : 'CREDIT')
    }
    const bought = Array.from({ length: 8 }, () => Math.round(random() * 9000) + 100)
    for (const cents of bought)
      add(5, -cents / 100, first + Math.floor(random() * 26), `CB ${pick(shops)}`, pick(['card', 'card', null]))
    const bill = bought.reduce((sum, cents) => sum + cents, 0) / 100
    const out = add(1, -bill, first + 28, pick(bills), pick(['direct_debit', 'card', null]))
    const into = add(5, bill, first + 28, pick(settlements), pick(['card', null, null]))
    halves.set(String(out), `bill ${String(month)}`).set(String(into), `bill ${String(month)}`)
  }
  return { rows, halves, count: halves.size / 2, config: { accounts, names: [holder] } }
}
