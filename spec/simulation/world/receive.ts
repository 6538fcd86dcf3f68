import type { Person } from './Person.js'

/** Thrown by consumers, sinks and stores on purpose. */
export class Mishap extends Error {
  override readonly name = 'Mishap'
}

/** A consumer is given something: one who is to throw does. */
export const receive = (person: Person): void => {
  if (!person.throwsNext) return
  person.throwsNext = false
  throw new Mishap('the consumer throws')
}
