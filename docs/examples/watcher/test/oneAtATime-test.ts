import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Subject, tap } from 'rxjs'
import { oneAtATime } from '../src/oneAtATime.js'

test('rounds of a user wait for each other, and one that gives up lets nobody pass', () => {
  const inTurn = oneAtATime()
  const started: Array<string> = []
  const ends = new Map<string, Subject<never>>()
  const run = (name: string) => {
    const end$ = new Subject<never>()
    ends.set(name, end$)
    return inTurn(end$.pipe(tap({ subscribe: () => started.push(name) }))).subscribe({ error: () => undefined })
  }
  run('first')
  const second = run('second')
  run('third')
  second.unsubscribe()
  assert.deepEqual(started, ['first'])
  ends.get('first')?.error(new Error('failed'))
  assert.deepEqual(started, ['first', 'third'])
  ends.get('third')?.complete()
  run('fourth')
  assert.deepEqual(started, ['first', 'third', 'fourth'])
})
