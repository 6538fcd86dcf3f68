import { temporaryFolder } from '../../helpers/temporaryFolder.js'
import { balances } from '../core/balanceConformance.js'
import { proofs } from '../core/proofConformance.js'
import { sqlitePlace } from './sqlitePlace.js'

const folder = temporaryFolder()

balances('SQLite', () => Promise.resolve(sqlitePlace(folder('mirror.db'))))
proofs('SQLite', () => Promise.resolve(sqlitePlace(folder('mirror.db'))))
