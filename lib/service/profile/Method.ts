/** The methods of the interface. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
