import { balances } from '../core/balanceConformance.js'
import { proofs } from '../core/proofConformance.js'
import { postgresPlace } from './postgresPlace.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

let schemas = 0

balances('PostgreSQL', () => Promise.resolve(postgresPlace(server.port, `balances_${String(++schemas)}`)))
proofs('PostgreSQL', () => Promise.resolve(postgresPlace(server.port, `proofs_${String(++schemas)}`)))
