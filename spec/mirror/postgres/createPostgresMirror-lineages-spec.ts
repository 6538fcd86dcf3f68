import { lineages } from '../core/lineageConformance.js'
import { postgresPlace } from './postgresPlace.js'
import { type Server, startServer } from './server.js'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

let schemas = 0

lineages('PostgreSQL', () => Promise.resolve(postgresPlace(server.port, `lineages_${String(++schemas)}`)))
