import { isServiceValue } from '../../../lib/tape.js'

describe('isServiceValue', () => {
  it.each([
    'finished_error',
    'shared_saving_plan',
    'needs_password_rotation',
    'a'.repeat(16),
    'abcd_'.repeat(6) + 'ab',
    'BANK_IS_DOWN',
    'PWD2',
    'SMS',
  ])('has %j', (word) => {
    expect(isServiceValue(word)).toBe(true)
  })

  it.each([
    '',
    'a'.repeat(17),
    'abcd_'.repeat(6) + 'abc',
    'jeandupontdeparisetdeversailles',
    'JEAN_DUPONT',
    'JeanDupont',
    'Jean Dupont',
    'jean2',
    'été',
    '_a',
    'a_',
    'a__b',
    'a\n',
    7,
    null,
    ['a'],
  ])('has no %j', (value) => {
    expect(isServiceValue(value)).toBe(false)
  })
})
