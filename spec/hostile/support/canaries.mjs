// What must be seen nowhere but on its way to the service.
import assert from 'node:assert/strict'
import { inspect } from 'node:util'

export const secret = 'c4nary-s3cret'
export const token = 'c4nary-t0ken'
export const row = 'c4nary-r0w'
const anyCanary = /c4nary-\w+/

/** All that a logger, a debugger or a person may make of a value. */
const shown = (value) => {
  const texts = [inspect(value, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null })]
  if (value instanceof Error) texts.push(String(value), value.stack ?? '', JSON.stringify(value))
  if (value instanceof Error && value.cause !== undefined) texts.push(...shown(value.cause))
  return texts
}

/** Fails where a canary can be seen in a value. */
export const assertCloaked = (value, what = 'it') => {
  for (const text of typeof value === 'string' ? [value] : shown(value)) {
    const found = anyCanary.exec(text)
    assert.equal(
      found,
      null,
      `${what} shows ${found?.[0]}: ${text.slice(Math.max(0, (found?.index ?? 0) - 80)).slice(0, 160)}`,
    )
  }
}
