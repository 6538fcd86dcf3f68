const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The scenes, by the names of their files: how long each is, and how much of it passes in a second, in milliseconds. */
export const scenes = {
  pages: {
    title: 'Pages with 503, 429 and unsubscribe',
    about: 'A list is read page by page. Two requests fail and are repeated. Then the reader unsubscribes.',
    span: 20 * second,
    speed: second,
  },
  token: {
    title: 'A token that renews itself',
    about: 'A token lives for two hours and is renewed before it expires, even if a renewal fails.',
    span: day,
    speed: hour,
  },
  watcher: {
    title: 'A watcher, killed and started again',
    about: 'It is killed while it writes. The next one continues from the checkpoint: no row is lost or stored twice.',
    span: 5 * minute,
    speed: 10 * second,
  },
  refresh: {
    title: 'The refresh of an item',
    about: 'A refresh is started and followed until it ends.',
    span: 20 * second,
    speed: second,
  },
  webhook: {
    title: 'A webhook',
    about: 'The service reports new rows, and the watcher fetches them at once.',
    span: hour,
    speed: minute,
  },
  consent: {
    title: 'A consent that ends',
    about: 'The consent to read a bank is about to end, ends, and is renewed by the user.',
    span: 14 * day,
    speed: day,
  },
  transfers: {
    title: 'Transfers between own accounts',
    about: 'Rows arrive one by one. Two are a transfer, a third makes it doubtful, and a person decides.',
    span: 12 * minute,
    speed: 10 * second,
  },
  recurring: {
    title: 'A subscription',
    about: 'It is found, paid, becomes dearer, is late, and ends.',
    span: 155 * day,
    speed: day,
  },
} as const

/** The name of a scene. */
export type SceneName = keyof typeof scenes

/** The speeds that can be chosen: milliseconds of the scene in a second. */
export const speeds = {
  'real time': second,
  '10 s a second': 10 * second,
  '1 min a second': minute,
  '1 h a second': hour,
  '1 day a second': day,
} as const
