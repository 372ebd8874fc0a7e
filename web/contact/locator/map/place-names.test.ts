import { expect, test } from 'vitest';
import { placeNames } from './place-names.ts';

const size = { width: 800, height: 400 };
const at = (x: number, y: number) => ({ x, y });
const namesOf = (...places: Parameters<typeof placeNames>) => placeNames(...places).map(({ name }) => name);

test('the larger town is named where two would overlap', () => {
  const towns = [
    { name: 'Portland', at: at(100, 100) },
    { name: 'Westbrook', at: at(130, 105) },
    { name: 'Falmouth', at: at(130, 130) },
  ];
  expect(namesOf(towns, [], size)).toEqual(['Portland', 'Falmouth']);
});

test('a name neither covers the mark of a branch nor runs over the edge', () => {
  const towns = [
    { name: 'Portland', at: at(100, 100) },
    { name: 'Kittery', at: at(790, 200) },
    { name: 'Bath', at: at(300, -3) },
    { name: 'Saco', at: at(300, 300) },
  ];
  expect(namesOf(towns, [{ name: '', at: at(110, 110) }], size)).toEqual(['Saco']);
});

test('a name does not run into the name beside a mark', () => {
  const towns = [{ name: 'Gorham', at: at(150, 100) }];
  expect(namesOf(towns, [{ name: '', at: at(100, 100) }], size)).toEqual(['Gorham']);
  expect(namesOf(towns, [{ name: 'Old Port', at: at(100, 100) }], size)).toEqual([]);
});
