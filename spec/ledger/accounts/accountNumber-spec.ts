import {
  compareDigits,
  compareIbans,
  compareNameNumbers,
  parseAccountNumber,
  readNameNumbers,
} from '../../../lib/ledger/accounts/accountNumber.js'

const iban = 'FR7630006000011234567890189'

describe('parseAccountNumber', () => {
  it.each([
    [iban, iban],
    ['fr76 3000 6000 0112 3456 7890 189', iban],
    ['DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['SA03 8000 0000 6080 1016 7519', 'SA0380000000608010167519'],
  ])('reads the complete IBAN %j', (text, expected) => {
    expect(parseAccountNumber(text).iban).toBe(expected)
  })

  it.each([
    ['FR76****1234', 'FR76', '1234'],
    ['FR76 XXXX XXXX XXXX XXXX XXX1 234', 'FR76', '1234'],
    ['FR76 •••• •••• 1234', 'FR76', '1234'],
    ['****1234', '', '1234'],
    ['00012345678', '', '00012345678'],
    ['****0001', '', '0001'],
    ['180******406', '180', '406'],
    ['FR7630006000011234567890188', 'FR7630006000011234567890188', ''],
    ['FR7630006', 'FR7630006', ''],
    ['FR76****', 'FR76', ''],
    ['0000000000', '', ''],
    ['DE36000000000000000000', '', ''],
    ['FR7600000000000000000000097', '', ''],
    ['DE12111111111111111111', 'DE12111111111111111111', ''],
    ['x'.repeat(1_000_000), '', ''],
    ['N/A', '', ''],
    ['', '', ''],
  ])('reads no complete IBAN from %j', (text, head, tail) => {
    expect(parseAccountNumber(text)).toEqual({ iban: undefined, head, tail })
  })
})

describe('readNameNumbers', () => {
  it.each([
    ['Visa ****1234', '1234'],
    ['Visa Premier xxxx 1234', '1234'],
    ['Livret A ··4321 de Tom', '4321'],
    ['Client 00012345678', ''],
    ['Livret 2024', ''],
    ['PEL', ''],
    ['*'.repeat(1_000_000), ''],
    ['', ''],
  ])('reads the masked number in %j', (name, tail) => {
    expect(readNameNumbers(name).masked).toBe(tail)
  })
})

describe('compareIbans and compareDigits', () => {
  it.each([
    [iban, iban, 'same', 'unknown'],
    [iban, 'DE89370400440532013000', 'different', 'unknown'],
    [iban, 'FR76****90189', 'unknown', 'same'],
    [iban, 'FR76****0189', 'unknown', 'unknown'],
    [iban, 'FR76****90188', 'unknown', 'different'],
    [iban, 'FR77****90189', 'unknown', 'different'],
    ['****1234', 'XXXX1234', 'unknown', 'same'],
    ['180******406', '******406', 'unknown', 'unknown'],
    ['180******406', '****1406', 'unknown', 'unknown'],
    ['****1407', '****1406', 'unknown', 'different'],
    ['****07', '****06', 'unknown', 'different'],
    ['180******406', '190******406', 'unknown', 'different'],
    ['****1111', '****1111', 'unknown', 'unknown'],
    ['12345678', '87654321', 'unknown', 'different'],
    ['30006000011234567890189', iban, 'unknown', 'same'],
    ['', '****1406', 'unknown', 'unknown'],
  ])('compares %j with %j', (one, other, ibans, digits) => {
    const [first, second] = [parseAccountNumber(one), parseAccountNumber(other)]
    expect([compareIbans(first, second), compareIbans(second, first)]).toEqual([ibans, ibans])
    expect([compareDigits(first, second), compareDigits(second, first)]).toEqual([digits, digits])
  })
})

describe('compareNameNumbers', () => {
  it.each([
    ['Visa ****1234', 'VISA x1234', 'unknown'],
    ['Visa ****1234', 'Visa 4970 10** **** 1234', 'same'],
    ['Visa ****1234', 'Visa', 'unknown'],
    ['Compte 180******406', 'Compte ******406', 'unknown'],
    ['Livret 2024', 'Livret 2024', 'unknown'],
    ['Livret 2024', 'Livret 2025', 'different'],
    ['Pot 1', 'Pot 11', 'different'],
    ['Visa １２３４', 'Visa ９８７６', 'different'],
    ['Visa 4970 **** 1234', 'Visa 5132 **** 1234', 'different'],
    ['Visa (1234)', 'Visa (9876)', 'different'],
  ])('compares %j with %j', (one, other, expected) => {
    const [first, second] = [readNameNumbers(one), readNameNumbers(other)]
    expect([compareNameNumbers(first, second), compareNameNumbers(second, first)]).toEqual([expected, expected])
  })
})
