import type { ExpectedPayment } from '../../lib/ledger/payments/ExpectedPayment.js'
import type { LedgerRow } from '../../lib/ledger/toLedgerEntry.js'
import { randomFrom } from './watching.js'

/** A year of a company that lets flats and writes invoices, with what is true about its payments. */
export interface PaymentYear {
  readonly rows: ReadonlyArray<LedgerRow>
  readonly expected: ReadonlyArray<ExpectedPayment>
  /** The ids of the expected payments that a payment pays, sorted and joined, by the id of the payment. */
  readonly truth: ReadonlyMap<string, string>
  /** The payments whose text has a reference in any form: also cut, misread or mistyped. */
  readonly withReference: ReadonlySet<string>
}

const dayMs = 24 * 60 * 60 * 1000
const toDate = (day: number): string => new Date(Date.UTC(2026, 0, 1) + day * dayMs).toISOString().slice(0, 10)
const toGermanDate = (day: number): string => toDate(day).split('-').reverse().join('.')

const people = [
  'Jürgen Müller',
  'Petra Müller',
  'Max Weiß',
  'Anaïs Lefèvre',
  'Jean Dupont',
  'Marie Dupont',
  'Claire Martin',
  'Luc Martin',
  'Emma Jones',
  'Oliver Smith',
  'Grace Smith',
  'Sven Köhler',
  'Ute Schröder',
  'Hélène Garnier',
]
const companies = [
  'Bäckerei Schulze GmbH',
  'Schulze Transporte GmbH & Co. KG',
  'Hausverwaltung Krämer AG',
  'Hausverwaltung Nord GmbH',
  'Atelier Blanc SARL',
  'Société Générique SA',
  'Garage du Lac SARL',
  'Fontaine et Fils SAS',
  'Northern Timber Ltd',
  'Harbour Bakery Limited',
  'Blue Door Design LLP',
  'Möbel Vogel OHG',
  'Zahnarztpraxis Dr. Engel',
  'Pharmacie du Port',
  'Greenfield Farms Ltd',
  'Elektro Roth e.K.',
  ...people.slice(0, 10),
]
const strangers = ['Erika Sommer', 'K. Huber', 'P MOREAU', 'Treuhand Süd AG', 'D. Wilson', 'COMPTE JOINT', 'Fam. Lang']
const openings = [
  'SEPA-GUTSCHRIFT',
  'Gutschrift Überweisung',
  'SVWZ+',
  'VIR SEPA RECU',
  'VIREMENT INSTANTANE DE',
  'VIR INST',
  'FASTER PAYMENT',
  'BANK GIRO CREDIT',
  'REF',
  '',
]
const invoiceWords = [
  'Rechnung',
  'RG-NR.',
  'RECHN.',
  'Facture n°',
  'FACT',
  'Invoice',
  'INV NO',
  'Ihre Rechnung vom 03.02.2026',
  '',
]
const rentWords = ['Miete', 'MIETE WHG', 'Loyer', 'LOYER APPT', 'Rent', 'Flat rent']
const endings = [
  'EREF+NOTPROVIDED',
  'Danke',
  'MERCI',
  'KREF+8841270093',
  'Kd. 77',
  'IBAN DE89 3704 0044 0532 0130 00',
  '',
  '',
  '',
]
const subscriptions = [49, 99, 119, 119, 250]
const rents = [650, 650, 650, 720, 720, 850, 850, 990]

/** A way to write a reference in the text of a bank. */
type Writing = 'full' | 'spaces' | 'zeros' | 'prefix' | 'misread' | 'cut' | 'beginning' | 'mistyped' | 'none'

const writings: ReadonlyArray<readonly [Writing, share: number]> = [
  ['full', 0.52],
  ['spaces', 0.09],
  ['zeros', 0.08],
  ['prefix', 0.07],
  ['misread', 0.05],
  ['cut', 0.05],
  ['beginning', 0.03],
  ['mistyped', 0.01],
  ['none', 0.1],
]

/**
 * A year of 16 tenants and 26 customers. Several tenants owe the same rent, half of them with one reference for all
 * months, and some customers have subscriptions of one price. References are written in all ways, cut and misread;
 * payers have another name; payments are merged, made in parts, late, missing or made twice. Rows of other people have
 * the same amounts, and numbers that look like references, such as invoices of the year before, telephone numbers and
 * months. Own transfers and streets have the names of tenants.
 */
export const paymentYear = (seed: number): PaymentYear => {
  const random = randomFrom(seed)
  const pick = <A>(values: ReadonlyArray<A>): A => values[Math.floor(random() * values.length)] as A
  const between = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1))
  const rows: Array<LedgerRow> = []
  const expected: Array<ExpectedPayment & { readonly name: string; readonly due: number; readonly cents: number }> = []
  const truth = new Map<string, string>()
  const withReference = new Set<string>()

  const add = (cents: number, day: number, text: string): string => {
    const id = rows.length + 1
    const row = { id, account_id: 1, amount: cents / 100, currency_code: 'EUR', date: toDate(day) }
    rows.push({ ...row, clean_description: text.slice(0, 110), provider_description: null })
    return String(id)
  }
  const expect = (cents: number, due: number, name: string, reference: string | null) => {
    const id = `e${String(expected.length + 1)}`
    const payment = { id, amount: cents / 100, currency_code: 'EUR', date: toDate(due), reference, name, due, cents }
    expected.push(payment)
    return payment
  }
  type Expected = ReturnType<typeof expect>

  const drawWriting = (): Writing => {
    let left = random()
    return writings.find(([, share]) => (left -= share) < 0)?.[0] ?? 'full'
  }
  const write = (reference: string, writing: Writing): string => {
    const at = between(2, reference.length - 2)
    switch (writing) {
      case 'full':
        return pick([
          reference,
          reference.toUpperCase(),
          reference.replace(/[-/]/g, ' '),
          reference.replace(/[-/]/g, ''),
        ])
      case 'spaces':
        return `${reference.slice(0, at)} ${reference.slice(at)}`
      case 'zeros':
        return reference.replace(/(^|\D)0+(?=\d)/g, '$1')
      case 'prefix':
        return reference.replace(/^\D+/, pick(['', 'NR ', 'No.']))
      case 'misread':
        return reference.replace(/0/g, () => pick(['O', '0', 'o'])).replace(/1/g, () => pick(['I', 'l', '1']))
      case 'cut':
        return reference.slice(0, reference.length - between(1, 4))
      case 'beginning':
        return reference.slice(between(2, 6))
      case 'mistyped':
        return reference.replace(/\d(?=\d?$)/, (digit) => String((Number(digit) + between(1, 9)) % 10))
      case 'none':
        return ''
    }
  }
  const writeName = (name: string): string => {
    const style = random()
    if (style < 0.45) return name
    if (style < 0.6) return name.toUpperCase().replace(/Ü/g, 'UE').replace(/Ö/g, 'OE').replace(/Ä/g, 'AE')
    if (style < 0.68) return name.split(' ').reverse().join(' ').normalize('NFKD').replace(/\p{M}/gu, '')
    if (style < 0.75) return name.replace(/^(\p{L})\p{L}+/u, '$1.')
    if (style < 0.8) return name.slice(0, 12)
    return style < 0.92 ? pick(strangers) : ''
  }
  const pay = (paid: ReadonlyArray<Expected>, cents: number, day: number, words: ReadonlyArray<string>): void => {
    const [first] = paid as [Expected]
    const references = paid.flatMap(({ reference }) => (typeof reference === 'string' ? [reference] : []))
    const written = references.map((reference) => write(reference, drawWriting())).filter((text) => text !== '')
    const parts = [
      [pick(openings), writeName(first.name)],
      [pick(words), Array.from(new Set(written)).join(pick([' ', ', ', ' + ', ' u. ', ' et ', ' and ']))],
    ]
    const text = [...(random() < 0.7 ? parts : parts.reverse()).flat(), pick(endings)].filter((part) => part !== '')
    const id = add(cents, day, text.join(' '))
    truth.set(
      id,
      paid
        .map((payment) => payment.id)
        .sort()
        .join(' '),
    )
    if (written.length > 0) withReference.add(id)
  }

  // Tenants.
  const tenants = people.concat('Hausverwaltung Nord GmbH', 'Fontaine et Fils SAS').map((name, index) => ({
    name,
    cents: pick(rents) * 100,
    reference: pick([`MV-${String(4100 + index)}-0${String(between(1, 9))}`, `Whg ${String(index + 1)}`, null, null]),
    habit: pick([-2, 0, 0, 1, 3, 5, 8]),
  }))
  for (const { name, cents, reference, habit } of tenants) {
    for (let month = 0; month < 12; month++) {
      const due = Math.round(month * 30.42)
      const rent = expect(cents, due, name, reference)
      const fate = random()
      if (fate < 0.03) continue
      const late = fate < 0.08 ? between(15, 45) : habit + between(0, 2)
      if (fate > 0.96) {
        const half = Math.round(cents / 200) * 100
        pay([rent], half, due + late, rentWords)
        pay([rent], cents - half, due + late + between(3, 15), rentWords)
      } else pay([rent], cents, due + late, rentWords)
    }
  }

  // Customers.
  const form = pick([
    (count: number) => `RE-2026-${String(count).padStart(5, '0')}`,
    (count: number) => `F2026/${String(count).padStart(4, '0')}`,
    (count: number) => `INV-${String(20_000 + count * 3)}`,
    (count: number) => String(20_260_000 + count),
    (count: number) => `2026-${String(count).padStart(4, '0')}-A`,
    (count: number) => `2026-${String(count)}`,
    (count: number) => `RG ${String(count)}/2026`,
  ])
  const open = new Map<string, Array<Expected>>()
  for (let count = 1; count <= 320; count++) {
    const issued = Math.floor((count / 320) * 350)
    const name = pick(companies)
    const cents = random() < 0.35 ? pick(subscriptions) * 100 : between(2_000, 400_000)
    const invoice = expect(cents, issued + pick([14, 14, 30]), name, form(count))
    const waiting = [...(open.get(name) ?? []), invoice]
    const fate = random()
    const day = invoice.due + (fate > 0.95 ? between(50, 120) : between(-12, 25))
    if (fate < 0.12 && waiting.length < 3) {
      open.set(name, waiting) // it is paid together with the next one
      continue
    }
    open.delete(name)
    if (fate < 0.16) continue
    if (waiting.length === 1 && fate < 0.24) {
      const part = Math.round(cents * pick([0.3, 0.5, 0.5, 0.7]))
      pay([invoice], part, day, invoiceWords)
      if (random() < 0.8) pay([invoice], cents - part, day + between(5, 40), invoiceWords)
    } else if (waiting.length === 1 && fate < 0.26) {
      pay([invoice], Math.round(cents * 0.98), day, invoiceWords) // with a discount
    } else {
      const sum = waiting.reduce((total, payment) => total + payment.cents, 0)
      pay(waiting, sum, day, invoiceWords)
      if (fate > 0.94 && fate < 0.95) add(sum, day + 2, rows.at(-1)?.clean_description as string) // twice
    }
  }

  // Rows of others.
  for (let i = 0; i < 400; i++) {
    const cents = pick([pick(rents) * 100, pick(subscriptions) * 100, between(500, 200_000), between(500, 200_000)])
    const day = between(0, 364)
    const number = form(between(400, 999)).replace('2026', '2025')
    const lastYear = form(between(1, 320)).replace('2026', '2025')
    const tenant = pick(tenants)
    const text = pick([
      `VIR INST ${pick(strangers)}`,
      `GUTSCHRIFT ${toGermanDate(day)} KD ${String(between(10_000, 99_999))}`,
      `REMBOURSEMENT ${pick(['CPAM', 'MGEN', 'AMAZON'])} ${String(between(10_000_000, 99_999_999))}`,
      `${pick(openings)} ${pick(companies)} ${number}`,
      `${pick(openings)} ${pick(strangers)} ${pick(invoiceWords)} ${number}`,
      `CARD TAKINGS ${toDate(day)}`,
      `UMBUCHUNG KAUTION ${tenant.name} VOM SPARKONTO`,
      `${pick(strangers)}, ${tenant.name.replace(/ /g, '-')}-Str. ${String(between(1, 99))}, ${String(between(10_000, 99_999))} Berlin`,
      `Gehalt ${pick(strangers)} ${toGermanDate(day).slice(3)}`,
      `Gutschrift GS-${form(between(1, 320)).replace(/^\D+/, '')} ${pick(strangers)}`,
      `TEL 0041 79 ${form(between(1, 320)).replace(/\D/g, ' ')} ${pick(strangers)}`,
      ...(lastYear.includes('2025') ? [`Rechnung ${lastYear} ${pick(companies)}`] : []),
    ])
    add(cents, day, text)
    add(-between(500, 90_000), between(0, 364), `LASTSCHRIFT ${pick(companies)} ${form(between(1, 320))}`)
  }
  return { rows, expected, truth, withReference }
}
