import { buildModules } from './build.mjs'

/** Jest calls it before the specs; in watch mode, each time. */
export default buildModules
