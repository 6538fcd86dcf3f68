import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { keptSums } from '../core/keptSums.js'
import { sums } from '../core/sums.js'
import { sqlitePlace } from './sqlitePlace.js'

const folder = temporaryFolder()

sums('SQLite', () => Promise.resolve(sqlitePlace(folder('mirror.db'))))
keptSums('SQLite', () => Promise.resolve(sqlitePlace(folder('kept.db'))))
