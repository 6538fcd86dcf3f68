import { trampoline } from '../../../lib/streams/pages/readPages.js'

describe('trampoline', () => {
  it('runs a job at once', () => {
    const ran: Array<string> = []
    trampoline()(() => ran.push('job'))
    expect(ran).toEqual(['job'])
  })

  it('runs a job that another one asks for when that has returned, in order', () => {
    const bounce = trampoline()
    const ran: Array<string> = []
    bounce(() => {
      bounce(() => {
        ran.push('second')
        bounce(() => ran.push('fourth'))
      })
      bounce(() => ran.push('third'))
      ran.push('first')
    })
    expect(ran).toEqual(['first', 'second', 'third', 'fourth'])
  })

  it('does not grow the stack, however many jobs ask for the next one', () => {
    const bounce = trampoline()
    let left = 1_000_000
    const job = (): void => {
      if (--left > 0) bounce(job)
    }
    bounce(job)
    expect(left).toBe(0)
  })

  it('continues working after a job that threw', () => {
    const bounce = trampoline()
    const ran: Array<string> = []
    expect(() => {
      bounce(() => {
        throw new Error('a broken job')
      })
    }).toThrow('a broken job')
    bounce(() => ran.push('next'))
    expect(ran).toEqual(['next'])
  })
})
