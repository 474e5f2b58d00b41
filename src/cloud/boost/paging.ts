export interface PageQuery {
  readonly page: number;
  readonly size: number;
}

export interface Paged<T> {
  readonly content: T[];
  readonly totalPages: number;
  readonly total: number;
}

export const offsetOf = ({ page, size }: PageQuery): number => (page - 1) * size;

export const paged = <T>(content: T[], total: number, { size }: PageQuery): Paged<T> => ({
  content,
  totalPages: Math.ceil(total / size),
  total,
});
