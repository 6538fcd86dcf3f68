import { isRight } from 'fp-ts/lib/Either.js'
import { id } from '../codec/id.js'
import { plainDate } from '../codec/plainDate.js'
import { timestamp } from '../codec/timestamp.js'
import { uuid } from '../codec/uuid.js'
import { secretBelow } from '../platform/secretBelow.js'

const day = 24 * 60 * 60 * 1000

const letters = (count: number): string =>
  Array.from({ length: count }, () => String.fromCharCode(97 + secretBelow(26))).join('')

/** A word of so many letters that no two come out alike. */
export const anyWord = (): string => letters(12)

const anyDate = (): Date => new Date(secretBelow(40_000) * day + secretBelow(day))

/** Digits in the place of digits: as many, the zeros before the first other one stay, and none ends with a zero more. */
const anyDigits = (mantissa: string): string => {
  let isBegun = false
  const last = mantissa.includes('.') ? mantissa.length - 1 : -1
  return Array.from(mantissa, (character, index) => {
    if (!/\d/.test(character) || (character === '0' && !isBegun)) return character
    const isFirst = !isBegun
    isBegun = true
    return String(isFirst || index === last ? 1 + secretBelow(9) : secretBelow(10))
  }).join('')
}

/** A number of the same sign and magnitude, with as many decimals, that is a safe integer where the other is one. */
export const anyNumber = (text: string): string => {
  const [mantissa = '', exponent] = text.split('e')
  const digits = anyDigits(mantissa)
  const other = Number(exponent === undefined ? digits : `${digits}e${exponent}`)
  const isAlike = Number.isFinite(other) && Number.isSafeInteger(other) === Number.isSafeInteger(Number(text))
  return isAlike ? String(other) : anyNumber(text)
}

/** What any header can carry, as codecs of secrets want it. */
const visible = /^[\x21-\x7e]{1,8192}$/

/** The kinds of texts that codecs tell apart, and how another one of the kind is made; the first that fits counts. */
const shapes: ReadonlyArray<readonly [fits: (text: string) => boolean, another: (text: string) => string]> = [
  [(text) => isRight(id.decode(text)), anyNumber],
  [uuid.is, (text) => text.replace(/[^-]/g, () => secretBelow(16).toString(16))],
  [plainDate.is, () => anyDate().toISOString().slice(0, 10)],
  [(text) => isRight(timestamp.decode(text)), () => anyDate().toISOString()],
  [
    (text) => /^https?:/i.test(text) && URL.canParse(text),
    (text) => `${new URL(text).protocol}//${anyWord()}.invalid/`,
  ],
  [(text) => /^[^\s@]+@[^\s@]+$/.test(text), () => `${anyWord()}@mail.invalid`],
  [(text) => visible.test(text), anyWord],
  [() => true, () => `${letters(6)} ${letters(6)}`],
]

/** Another text of the same kind. */
export const anyLike = (text: string): string =>
  (shapes.find(([fits]) => fits(text)) as (typeof shapes)[number])[1](text)
