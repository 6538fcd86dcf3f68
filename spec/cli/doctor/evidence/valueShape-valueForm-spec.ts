import fc from 'fast-check'
import { valueForm } from '../../../../lib/cli/doctor/evidence/valueShape.js'

describe('valueForm', () => {
  it.each<readonly [unknown, string]>([
    [null, 'null'],
    [true, 'boolean'],
    [7, 'integer'],
    [1_769_860_800, 'integer of 10 digits'],
    [1_769_860_800_000, 'integer of 13 digits'],
    [-6.92, 'number'],
    [[], 'list'],
    [{}, 'object'],
    ['', 'empty text'],
    ['2026-01-31', 'date'],
    ['2026-01-31T12:00:00.000Z', 'time'],
    ['2026-01-31T12:00:00Z', 'time without milliseconds'],
    ['2026-01-31T12:00:00.123456Z', 'time with other fractions'],
    ['2026-01-31T12:00:00+01:00', 'time with an offset'],
    ['2026-01-31 12:00', 'time without a zone'],
    ['d76b2f5d-a942-492c-9ea7-2e5aa88cb672', 'UUID'],
    ['42', 'integer in text'],
    ['-6.92', 'number in text'],
    ['https://bank.example/', 'URL'],
    ['/v3/x', 'path'],
    ['a@b.example', 'email'],
    ['FR7630006000011234567890189', 'IBAN'],
    ['life_insurance', 'word'],
    ['EUR', 'upper-case word'],
    ['CB Mad Cours', 'text'],
    ['x'.repeat(10_000_000), 'text'],
  ])('of %j', (value, form) => {
    expect(valueForm(value)).toBe(form)
  })

  it('has no part of a value', () => {
    const forms = new Set<string>()
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        forms.add(valueForm(value))
      }),
    )
    for (const form of forms) expect(form).toMatch(/^[A-Za-z0-9 -]{1,40}$/)
  })
})
