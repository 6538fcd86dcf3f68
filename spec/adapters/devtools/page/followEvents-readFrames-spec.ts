import { from } from 'rxjs'
import { type Frame, readFrames } from '../../../../lib/adapters/devtools/page/followEvents.js'
import { stateFrame } from '../../../../lib/adapters/devtools/server/latestFrames.js'
import { marbles } from '../../../helpers/marbles.js'
import fc from '../../../support/fastCheck.js'

const read = (pieces: ReadonlyArray<string>): ReadonlyArray<Frame> => {
  const frames: Array<Frame> = []
  from(pieces)
    .pipe(readFrames())
    .subscribe((frame) => frames.push(frame))
  return frames
}

describe('readFrames', () => {
  it('reads what the server sends, wherever it is split', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.array(fc.nat()), (values, cuts) => {
        const whole = values.map((value, index) => stateFrame(String(index), value).text()).join('')
        const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length]
        const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end))
        expect(read(pieces)).toStrictEqual(
          values.map((value, index) => ({ id: String(index), data: JSON.stringify(value) })),
        )
      }),
    )
  })

  it.each([
    [': a comment\n\n', []],
    ['id: 5\n\n', []],
    ['data:{}\n\n', [{ id: '', data: '{}' }]],
    ['event: x\nid: 5\ndata: a: b\n\n', [{ id: '5', data: 'a: b' }]],
    ['id: 5\ndata: {"cut', []],
    ['\n\n\n\n', []],
  ])('reads %j', (text, frames) => {
    expect(read([text])).toStrictEqual(frames)
  })

  it('emits a frame as soon as it is whole, and ends as its source does', () => {
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      const pieces = { a: 'id: 1\ndata: x\n', b: '\nid: 2\ndata: y\n\ndata' }
      const frames = { x: { id: '1', data: 'x' }, y: { id: '2', data: 'y' } }
      const source = cold('-a----b-----#', pieces)
      expectObservable(source.pipe(readFrames())).toBe('------(xy)--#', frames)
      expectSubscriptions(source.subscriptions).toBe('^-----------!')
    })
  })
})
