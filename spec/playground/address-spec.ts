import { type Address, hasMoment, readAddress, writeAddress } from '../../docs/playground/src/address.js'

const beginning: Address = { scene: 'pages', seed: 1, moment: 0, faults: [], script: undefined }

describe('the address of the playground', () => {
  it('is read as it was written', () => {
    const address: Address = {
      scene: 'watcher',
      seed: 7,
      moment: 62_500,
      faults: [
        { name: '503', at: 1500 },
        { name: 'cut', at: 60_000 },
      ],
      script: 'const a = "1&2#3" // é\n',
    }
    expect(readAddress(writeAddress(address))).toEqual(address)
    expect(readAddress(writeAddress(beginning))).toEqual(beginning)
  })

  it.each([
    ['nothing', ''],
    ['a scene that is not there', '#scene=constructor'],
    ['a seed and a moment that are no numbers', '#seed=x&at=-1'],
    ['a moment behind the end', '#at=999999999'],
    ['a part of a millisecond', '#at=1.5'],
    ['faults that are not there', '#faults=504@1.toString@2.503.503@.503@x'],
  ])('is that of the beginning for %s', (_, hash) => {
    expect(readAddress(hash)).toEqual(beginning)
  })

  it.each([
    [true, '#scene=token&at=0'],
    [false, '#scene=token&seed=3'],
    [false, ''],
  ])('says a moment, or none: %s, %s', (expected, hash) => {
    expect(hasMoment(hash)).toBe(expected)
  })

  it('has faults in the order of their moments', () => {
    expect(readAddress('#faults=slow@200.503@100').faults).toEqual([
      { name: '503', at: 100 },
      { name: 'slow', at: 200 },
    ])
  })
})
