import { conformance } from '../core/conformance.js'
import { oddTexts } from '../core/oddTexts.js'
import { postgresPlace } from './postgresPlace.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

let schemas = 0
const open = () => Promise.resolve(postgresPlace(server.port, `bank_${String(++schemas)}`))

conformance('PostgreSQL', open)
oddTexts('PostgreSQL', open, 40)
