import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own for each spec of one `describe`; answers paths in it. */
export const temporaryFolder = (): ((...names: ReadonlyArray<string>) => string) => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rxbank-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  return (...names) => join(folder, ...names)
}
