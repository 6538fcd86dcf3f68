import { LightSubject } from '../../../lib/streams/tokens/LightSubject.js'

const setUp = () => {
  const subject = new LightSubject<number>()
  const got: Array<string> = []
  const subscribe = (name: string, then: () => void = () => undefined) =>
    subject.values$.subscribe({
      next: (value) => {
        got.push(`${name} ${String(value)}`)
        then()
      },
      error: (error) => got.push(`${name} ${String(error)}`),
    })
  return { subject, got, subscribe }
}

describe('LightSubject', () => {
  it('emits to all who are subscribed, in the order in which they came, and to nobody else', () => {
    const { subject, got, subscribe } = setUp()
    subject.next(1)
    const first = subscribe('a')
    subscribe('b')
    subject.next(2)
    first.unsubscribe()
    subject.next(3)
    expect(got).toEqual(['a 2', 'b 2', 'b 3'])
  })

  it('is not observed until somebody subscribes, and when the last has left', () => {
    const { subject, subscribe } = setUp()
    expect(subject.observed).toBe(false)
    const one = subscribe('a')
    expect(subject.observed).toBe(true)
    one.unsubscribe()
    expect(subject.observed).toBe(false)
  })

  it('emits no further what one of them has made invalid', () => {
    const { subject, got, subscribe } = setUp()
    let isValid = true
    subscribe('a', () => (isValid = false))
    subscribe('b')
    subject.next(1, () => isValid)
    expect(got).toEqual(['a 1'])
  })

  it('emits to who leaves meanwhile no more, and to who comes meanwhile only the next', () => {
    const { subject, got, subscribe } = setUp()
    const first = subscribe('a', () => {
      second.unsubscribe()
      if (got.length === 1) subscribe('c')
    })
    const second = subscribe('b')
    subject.next(1)
    first.unsubscribe()
    subject.next(2)
    expect(got).toEqual(['a 1', 'c 2'])
  })

  it('errors for all who are subscribed, and who comes then gets the next', () => {
    const { subject, got, subscribe } = setUp()
    subscribe('a')
    subscribe('b')
    subject.error('gone')
    expect(subject.observed).toBe(false)
    subscribe('c')
    subject.next(1)
    expect(got).toEqual(['a gone', 'b gone', 'c 1'])
  })
})
