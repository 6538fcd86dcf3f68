import picocolors from 'picocolors'
import { emptyInspection } from '../../../lib/adapters/devtools/reduceInspection.js'
import { addressJson, addressLines } from '../../../lib/cli/inspect/inspectTapeFile.js'
import { inspected } from '../../helpers/inspected.js'

const plain = picocolors.createColors(false)
const address = 'http://127.0.0.1:4000/#token'
const words = { address, index: 0, tape: 'bank.tape', inspection: emptyInspection }

describe('addressLines', () => {
  it('says what is shown and where', () => {
    expect(addressLines(words, plain).split('\n')).toStrictEqual([
      ' rxbank inspect  Ctrl-C to end',
      '',
      ' tape         bank.tape, 0 requests',
      ` open it      ${address}`,
    ])
  })

  it('says what is left out, and lets no name of a file steer the terminal', () => {
    const all = inspected({}, { history: 1 })
    all.client.banks.pages().subscribe()
    all.client.categories.pages().subscribe()
    const lines = addressLines({ ...words, tape: 'a\u001b[2J.tape', inspection: all.now() }, plain)
    expect(lines).toMatch(/^ tape {9}a\?\[2J\.tape, 1 request; \d+ earlier entries omitted$/m)
  })

  it('has one line for each address after the first', () => {
    expect(addressLines({ ...words, index: 1 }, plain)).toBe(` another page ${address}`)
  })
})

describe('addressJson', () => {
  it('is one line', () => {
    const time = new Date(0)
    expect(JSON.parse(addressJson({ address, inspection: emptyInspection, time }))).toStrictEqual({
      time: '1970-01-01T00:00:00.000Z',
      type: 'Address',
      address,
      requests: 0,
    })
  })
})
