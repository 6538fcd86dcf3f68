import { readPort } from '../../../lib/testing/sandbox/createSandbox.js'

describe('readPort', () => {
  it('takes the numbers of ports alone', () => {
    expect([0, 3210, 65_535].map(readPort)).toStrictEqual([0, 3210, 65_535])
    for (const wrong of [-1, 65_536, 1.5, '80', undefined, { port: 80 }]) {
      expect(() => readPort(wrong)).toThrow('port: expected a number from 0 to 65535')
    }
  })
})
