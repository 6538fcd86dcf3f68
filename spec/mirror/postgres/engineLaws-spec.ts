import { engineLaws } from '../../laws/engineLaws.js'
import { enginePlace } from './enginePlace.js'
import { type Server, startServer } from './server.js'

describe('an engine on PostgreSQL', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.remove())

  it.each(engineLaws.map((law, index) => ({ ...law, index })))('$name', async ({ check, index }) => {
    const place = enginePlace(server.port, `laws_${String(index)}`)
    try {
      await check(place)
    } finally {
      await place.close()
    }
  })
})
