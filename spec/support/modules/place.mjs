import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

const folder = `${root}node_modules/.cache/rxbank/specs`

/** What specs require; and the code behind it, which the environment compiles once for many specs. */
export const bundle = `${folder}/modules.cjs`
export const code = `${folder}/code.cjs`

/** Stand-ins of the packages in the bundle. */
export const packagesFolder = `${folder}/packages`

/** Programs that specs start in processes of their own, by the run that has built them. */
export const programsFolder = `${folder}/programs`
