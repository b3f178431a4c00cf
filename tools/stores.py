#!/usr/bin/env python3
"""Reads the files of an enumeration with other people's readers and compares them, row by row.

    yose enumerate SPACE --out FOLDER --format sqlite,parquet,csv
    python3 -m venv venv && venv/bin/pip install pyarrow
    venv/bin/python tools/stores.py FOLDER SPACE
"""
import csv
import sqlite3
import sys

import pyarrow.parquet


def plain(row):
    """Nothing and an empty text are one thing in comma-separated values."""
    return ["" if value is None else str(value) for value in row]


def main(folder, name):
    path = f"{folder}/{name}"
    database = sqlite3.connect(f"file:{path}.sqlite?mode=ro", uri=True)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    stored = database.execute("SELECT * FROM problems ORDER BY number")
    packed = pyarrow.parquet.ParquetFile(f"{path}.parquet")
    many = 0
    with open(f"{path}.csv", newline="") as file:
        rows = csv.reader(file)
        columns = next(rows)
        assert [column[0] for column in stored.description] == columns
        assert packed.schema_arrow.names == columns
        for batch in packed.iter_batches(batch_size=10_000):
            for values in zip(*(column.to_pylist() for column in batch.columns)):
                row = next(rows)
                assert plain(values) == row, f"Parquet and CSV differ: {values} {row}"
                other = plain(next(stored))
                assert other == row, f"SQLite and CSV differ: {other} {row}"
                many += 1
        assert next(rows, None) is None and next(stored, None) is None
    print(f"{name}: {many} rows, {len(columns)} columns, the same in CSV, SQLite and Parquet")


if __name__ == "__main__":
    main(*sys.argv[1:])
