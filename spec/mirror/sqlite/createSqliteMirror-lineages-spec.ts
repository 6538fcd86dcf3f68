import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { lineages } from '../core/lineageConformance.js'
import { sqlitePlace } from './sqlitePlace.js'

const folder = temporaryFolder()
let files = 0

lineages('SQLite', () => Promise.resolve(sqlitePlace(folder(`mirror-${String(++files)}.db`))))
