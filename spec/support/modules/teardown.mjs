import { rmSync } from 'node:fs'

/** Jest calls it after the specs. */
export default () => {
  rmSync(process.env.SPECS_PROGRAMS, { recursive: true, force: true })
}
