import { buildModules } from './build.mjs'
import { makePrograms } from './programs.mjs'

/** Jest calls it before the specs; in watch mode, each time. Workers take the folder of programs from the environment. */
export default async (_config, { testEnvironmentOptions: { code } }) => {
  process.env.SPECS_PROGRAMS = makePrograms()
  if (code !== undefined) await buildModules()
}
