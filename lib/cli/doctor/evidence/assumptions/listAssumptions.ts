import { object } from '../../../../base/codec/object.js'
import type { ServiceProfile } from '../../../../service/profile/ServiceProfile.js'
import { type Assumption, forEachResponse, type Judge, type Observation, observation } from '../Assumption.js'
import { isSuccess, type ParsedResponse } from '../ParsedResponse.js'
import { publicHeader, publicName } from '../publicName.js'
import { valueForm } from '../valueShape.js'

type Body = Readonly<Record<string, unknown>>

const judgeList = (judge: (body: Body, response: ParsedResponse) => Observation | undefined): Judge =>
  forEachResponse((response) =>
    response.isList && isSuccess(response) && object.is(response.json) ? judge(response.json, response) : undefined,
  )

const linkOf = ({ pagination }: Body, name: 'next_uri' | 'previous_uri'): unknown =>
  object.is(pagination) ? pagination[name] : undefined

const hasLink = (body: Body): boolean => {
  const link = linkOf(body, 'next_uri')
  return typeof link === 'string' && link !== '' && link !== 'null'
}

/** How a list says that it has no further page. */
const endForm = (body: Body): string => {
  if (body.pagination === undefined) return 'no pagination'
  if (body.pagination === null) return 'pagination is null'
  if (!object.is(body.pagination) || !Object.hasOwn(body.pagination, 'next_uri')) return 'next_uri is missing'
  const link = body.pagination.next_uri
  if (link === null) return 'next_uri is null'
  if (link === '') return 'next_uri is empty'
  return link === 'null' ? 'next_uri is the string null' : `next_uri is a ${typeof link}`
}

const linkForm = (link: string, roots: ReadonlyArray<string>): string => {
  if (/^[a-z][a-z\d+.-]*:/i.test(link) || link.startsWith('//')) return 'an absolute URL'
  if (roots.some((root) => link.startsWith(`${root}/`))) return 'a path with its root'
  if (link.startsWith('/')) return 'a path without its root'
  return link.startsWith('?') ? 'a query alone' : 'a string that is not a path'
}

const parametersOf = (link: string): URLSearchParams =>
  URL.canParse(link, 'https://bank.example')
    ? new URL(link, 'https://bank.example').searchParams
    : new URLSearchParams()

const judgeLink = (judge: (link: string, response: ParsedResponse) => Observation | undefined): Judge =>
  judgeList((body, response) => (hasLink(body) ? judge(String(linkOf(body, 'next_uri')), response) : undefined))

const envelopeFields = ['resources', 'pagination']

const idsOf = ({ rows }: ParsedResponse): ReadonlyArray<unknown> => rows.map((row) => row.id ?? row.uuid)

/** Whether values never rise from one row to the next; `undefined` if they are all equal or missing. */
const isDescending = (rows: ParsedResponse['rows'], field: string): boolean | undefined => {
  const values = rows.map((row) => row[field])
  if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) return undefined
  if (new Set(values).size < 2) return undefined
  return values.every((value, index) => index === 0 || value <= (values[index - 1] ?? value))
}

const order = ({ rows }: ParsedResponse): Observation | undefined => {
  const fields = ['date', 'updated_at', 'id'].flatMap((field) => {
    const descends = isDescending(rows, field)
    return descends === undefined ? [] : [{ field, descends }]
  })
  if (rows.length < 3 || fields.length === 0) return undefined
  const descending = fields.filter(({ descends }) => descends).map(({ field }) => field)
  const seen = descending.length === 0 ? 'not descending' : `descending by ${descending.join(', ')}`
  return observation(descending.includes('date') || descending.includes('updated_at'), seen)
}

/** Assumptions about lists and their pages. */
export const listAssumptions = ({ roots, serviceVersion }: ServiceProfile): ReadonlyArray<Assumption> => {
  const endings = serviceVersion === '2025-01-15' ? ['next_uri is missing', 'no pagination'] : ['next_uri is null']
  return [
    {
      id: 'list.resources',
      sentence: 'The rows of a list are in `resources`.',
      judge: judgeList(({ resources }) =>
        observation(Array.isArray(resources), resources === undefined ? 'missing' : valueForm(resources)),
      ),
    },
    {
      id: 'list.envelope',
      sentence: 'A list has no fields besides `resources` and `pagination`.',
      judge: judgeList((body) => {
        const others = Object.keys(body).filter((name) => !envelopeFields.includes(name))
        const names = Array.from(new Set(others.slice(0, 20).map(publicName)))
        return names.length === 0 ? observation(true, 'none') : observation(false, names.join(', '))
      }),
    },
    {
      id: 'page.next-link',
      sentence: `The link to the next page is a path that begins with ${roots.join(' or ')}, in \`pagination.next_uri\`.`,
      judge: judgeLink((link) => {
        const form = linkForm(link, roots)
        return observation(form === 'a path with its root', form)
      }),
    },
    {
      id: 'page.cursor',
      sentence: 'The cursor in that link is the parameter `after`.',
      judge: judgeLink((link, { query }) => {
        const names = Array.from(parametersOf(link).keys())
        const added = names.filter((name) => name === 'after' || !query.has(name)).map(publicHeader)
        return observation(names.includes('after'), added.length === 0 ? 'no parameter' : added.join(', '))
      }),
    },
    {
      id: 'page.link-parameters',
      sentence: 'That link repeats the parameters of the request, such as `limit`.',
      judge: judgeLink((link, { query }) => {
        const names = parametersOf(link)
        const missingNames = Array.from(query.keys()).filter((name) => name !== 'after' && !names.has(name))
        return observation(
          missingNames.length === 0,
          missingNames.length === 0 ? 'all' : `without ${missingNames.map(publicHeader).join(', ')}`,
        )
      }),
    },
    {
      id: 'page.last',
      sentence: `On the last page, ${endings.join(', or there is ')}.`,
      judge: judgeList((body) => {
        if (hasLink(body)) return undefined
        const form = endForm(body)
        return observation(endings.includes(form), form)
      }),
    },
    {
      id: 'page.limit',
      sentence: 'A page has no more rows than `limit`, and exactly as many if another page follows.',
      judge: judgeList((body, { rows, query }) => {
        const limit = Number(query.get('limit'))
        if (!(limit > 0) || !Array.isArray(body.resources)) return undefined
        const seen = rows.length === limit ? 'as many' : rows.length > limit ? 'more' : 'fewer'
        if (seen === 'fewer' && !hasLink(body)) return undefined
        return observation(seen === 'as many', seen)
      }),
    },
    {
      id: 'page.distinct-rows',
      sentence: 'No row is on two pages.',
      judge: (responses) => {
        const [first, second] = responses.filter(({ isList, rows }) => isList && rows.length > 0)
        if (first === undefined || second?.page !== 2 || first.page !== 1) return []
        const known = new Set(idsOf(first))
        const isRepeated = idsOf(second).some((id) => id !== undefined && known.has(id))
        return [observation(!isRepeated, isRepeated ? 'a row came twice' : 'none')]
      },
    },
    {
      id: 'list.order',
      sentence: 'Transactions come newest first.',
      judge: forEachResponse((response) =>
        /^(t|accountT)ransactions$/.test(response.key) ? order(response) : undefined,
      ),
    },
  ]
}
