import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { firstValueFrom } from 'rxjs'
import { CheckpointError, fileCheckpointStore } from '../../../lib/node.js'
import { bookmarkAt } from '../../helpers/bookmarkAt.js'
import { temporaryFolder } from '../../helpers/temporaryFolder.js'

const refusal = async (file: string): Promise<CheckpointError> => {
  const error: unknown = await firstValueFrom(fileCheckpointStore(file).load('stocks')).catch(
    (caught: unknown) => caught,
  )
  if (error instanceof CheckpointError) return error
  throw new Error('it was not refused')
}

/** All that somebody may print of an error, and of what caused it. */
const printed = (error: Error): string => {
  const own = Object.getOwnPropertyNames(error).map((name) => (error as never)[name])
  const shown = [error, ...own].flatMap((value) => [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: Infinity, showHidden: true }),
  ])
  return [...shown, ...(error.cause instanceof Error ? [printed(error.cause)] : [])].join('\n')
}

describe('CheckpointError', () => {
  const path = temporaryFolder()

  it('has what the system said as its cause, and nothing else of it but the word', async () => {
    const file = path('none', 'checkpoints.json')
    const error = await refusal(file)
    expect(error.cause).toMatchObject({ code: 'ENOENT', syscall: 'open' })
    expect(error.message).toBe(`checkpoint file ${file}: its directory does not exist (ENOENT)`)
    mkdirSync(path('kept.tmp'))
    expect(existsSync(path('kept'))).toBe(false)
    const saving = firstValueFrom(fileCheckpointStore(path('kept')).save('stocks', bookmarkAt(0)))
    await expect(saving).rejects.toMatchObject({ cause: { code: 'ERR_FS_EISDIR' } })
  })

  it.each([
    ['no JSON', 'corrupt', '{"format"'],
    ['of another kind', 'foreign', '[]'],
    ['no file', 'foreign', undefined],
  ])('has no cause if the file itself is what is wrong: %s', async (_, reason, content) => {
    if (content === undefined) mkdirSync(path('other'))
    else writeFileSync(path('other'), content)
    const error = await refusal(path('other'))
    expect([error.reason, Object.hasOwn(error, 'cause')]).toEqual([reason, false])
  })

  const canary = 'c4n4ry'
  const place = [
    canary,
    `{"clientSecret":"${canary}"}`,
    `{"${canary}":1}`,
    `{"format":"${canary}","checkpoints":{}}`,
    `{"format":"rxbank-checkpoints-1","checkpoints":"${canary}"}`,
    `{"format":"rxbank-checkpoints-1","checkpoints":{},"${canary}":1}`,
    `{"format":"rxbank-checkpoints-1","checkpoints":{"${canary}":"2026"}}`,
    `{"format":"rxbank-checkpoints-1","checkpoints":{"stocks":"${canary}"}}`,
    `"${canary}" "${canary}"`,
  ]

  it('repeats nothing of a file, wherever it is wrong', async () => {
    const spoilt = fc
      .tuple(fc.constantFrom(...place), fc.nat({ max: 80 }), fc.constantFrom('', '"', '}', '\u0000', '\xff', ','))
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at))
    let said = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constantFrom(...place), spoilt), async (text) => {
        writeFileSync(path('foreign'), Buffer.from(text, 'latin1'))
        const error = await refusal(path('foreign'))
        said += 1
        for (const part of [canary, canary.slice(0, 4), canary.slice(2)]) expect(printed(error)).not.toContain(part)
        rmSync(path('foreign'))
      }),
    )
    expect(said).toBeGreaterThanOrEqual(100)
  })
})
