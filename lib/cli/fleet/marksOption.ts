import { InvalidArgumentError } from 'commander'

/** Parses an option as the marks of consents: days before their end, separated by commas. */
export const marksOption = (text: string): ReadonlyArray<number> => {
  const marks = text.split(',').map((part) => (/^[1-9]\d{0,3}$/.test(part) ? Number(part) : NaN))
  if (marks.every((mark) => mark <= 3650) && new Set(marks).size === marks.length) return marks
  throw new InvalidArgumentError('Expected days before the end, 1 to 3650, separated by commas, such as 30,7,1.')
}
