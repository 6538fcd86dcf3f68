import { toText } from './bankDays.js'
import type { Country } from './bankDays.js'
import type { Random } from './random.js'

/** How a payment is made, which decides what its text looks like. */
export type Means = 'debit' | 'card' | 'transfer' | 'standing' | 'incoming' | 'fee' | 'cash'

const months = {
  fr: 'JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE'.split(' '),
  de: 'JANUAR FEBRUAR MAERZ APRIL MAI JUNI JULI AUGUST SEPTEMBER OKTOBER NOVEMBER DEZEMBER'.split(' '),
  gb: 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' '),
}

export const monthName = (day: number, country: Country): string =>
  months[country][Number(toText(day).slice(5, 7)) - 1] ?? ''

const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'

/** A reference, of letters and digits. */
export const reference = (random: Random, length: number): string =>
  Array.from({ length }, () => random.pick(Array.from(characters))).join('')

const digits = (random: Random, length: number): string =>
  Array.from({ length }, () => String(random.whole(0, 9))).join('')

/** The forms of a bank's texts; `{name}` is the counterparty, `{d}` the day, `{r}` a reference, `{n}` a number. */
const forms: Readonly<Record<Country, Readonly<Record<Means, ReadonlyArray<string>>>>> = {
  fr: {
    debit: [
      'PRLV SEPA {name} {r}',
      'PRLV SEPA {name} ECH/{d} ID EMETTEUR/FR{n}ZZZ{n} MDT/{r} REF/{n}',
      'PRELEVEMENT EUROPEEN {n} DE: {name} ID: FR{n} MOTIF: {r}',
      'PRELEVEMENT {name} MANDAT {r}',
    ],
    card: ['CARTE {d} {name} CB*{n}', 'CB {name} {d}', 'PAIEMENT CB {name} {d} {r}', 'FACTURE CARTE DU {d} {name}'],
    transfer: ['VIR SEPA {name}', 'VIR INST {name} {r}', 'VIREMENT EMIS WEB {name}', 'VIR {name} {d}'],
    standing: ['VIR PERMANENT {name}', 'VIREMENT PERMANENT {name} {n}', 'VIR SEPA PERM {name}'],
    incoming: ['VIR SEPA RECU /DE {name} /REF {r}', 'VIREMENT DE {name} {n}', 'VIR {name} {n}'],
    fee: ['{name}', '{name} {d}'],
    cash: ['RETRAIT DAB {d} {name}', 'CARTE {d} RETRAIT DAB {name}'],
  },
  de: {
    debit: [
      'SEPA-LASTSCHRIFT {name} MANDATSREF {r} GLAEUBIGER-ID DE{n}ZZZ{n}',
      'LASTSCHRIFT {name} {r}',
      'EINZUG RATE/BEITRAG {name} {n}',
    ],
    card: ['KARTENZAHLUNG {name} {d}', 'VISA {name} {n}', '{name}//BERLIN/DE {d}'],
    transfer: ['UEBERWEISUNG {name} {r}', 'SEPA-UEBERWEISUNG {name}'],
    standing: ['DAUERAUFTRAG {name}', 'SEPA-DAUERAUFTRAG AN {name}'],
    incoming: ['GUTSCHRIFT {name} {r}', 'LOHN/GEHALT {name} {n}'],
    fee: ['{name} {d}'],
    cash: ['AUSZAHLUNG GELDAUTOMAT {name} {d}'],
  },
  gb: {
    debit: ['DIRECT DEBIT {name} {n}', 'DD {name} REF {r}', '{name} {n} DDR'],
    card: ['CARD PAYMENT TO {name} ON {d}', '{name} {n}', 'VIS {name} {d}', 'POS {n} {name}'],
    transfer: ['FASTER PAYMENT {name} {r}', 'BILL PAYMENT TO {name}', 'FP {name} {d}'],
    standing: ['STANDING ORDER {name}', 'STO {name} {n}'],
    incoming: ['BANK GIRO CREDIT REF {name} {r}', 'FROM {name} {n}', 'BGC {name}'],
    fee: ['{name}'],
    cash: ['CASH {name} {d}', 'ATM WITHDRAWAL {name} {d} {n}'],
  },
}

const shortDay = (day: number, random: Random): string => {
  const [year = '', month = '', date = ''] = toText(day).split('-')
  return random.pick([`${date}/${month}`, `${date}/${month}/${year.slice(2)}`, `${date}${month}${year.slice(2)}`])
}

/** The bank's text of one payment in a form. */
const fill = (form: string, name: string, day: number, random: Random): string =>
  form
    .replace('{name}', name)
    .replace('{d}', () => shortDay(day, random))
    .replaceAll('{r}', () => reference(random, random.whole(6, 14)))
    .replaceAll('{n}', () => digits(random, random.whole(4, 10)))

const capitalised = (name: string): string =>
  name.toLowerCase().replace(/(^|[^\p{L}])\p{L}/gu, (letter) => letter.toUpperCase())

/** How the texts of one counterparty are written: a bank keeps a form for years. */
export interface Writer {
  readonly write: (day: number, name?: string) => { readonly text: string; readonly bankText: string }
}

/**
 * The texts of one counterparty. The service cleans some of them, and leaves others as the bank sent them. In the middle of
 * the time, a bank may change the form, and a company its name.
 */
export const createWriter = (
  random: Random,
  country: Country,
  means: Means,
  name: string,
  { changesAt = Infinity, laterName = name }: { readonly changesAt?: number; readonly laterName?: string } = {},
): Writer => {
  const form = random.pick(forms[country][means])
  const laterForm = random.pick(forms[country][means])
  const isCleaned = random.chance(0.45)
  return {
    write: (day, own) => {
      const isLater = day >= changesAt
      const called = own ?? (isLater ? laterName : name)
      const bankText = fill(isLater ? laterForm : form, called, day, random)
      return { text: isCleaned ? capitalised(called) : bankText, bankText }
    },
  }
}
