import { rmSync } from 'node:fs'

export default () => {
  rmSync(process.env.SPECS_PROGRAMS, { recursive: true, force: true })
}
