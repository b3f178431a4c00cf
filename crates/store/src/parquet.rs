//! Rows as a Parquet file.

use crate::StoreError;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::Arc;
use yose_enumerate::each_row;
use yose_enumerate::store::{Column, Results, Value, columns, values};

/// Rows of a row group.
const GROUP: usize = 100_000;

type Writer = SerializedFileWriter<File>;

pub fn write(results: &Results<'_>, path: &Path) -> Result<(), StoreError> {
    let columns = columns();
    let fields: Vec<String> = columns
        .iter()
        .map(|(name, column)| match column {
            Column::Number => format!("optional int64 {name};"),
            Column::Text => format!("optional binary {name} (UTF8);"),
        })
        .collect();
    let schema = Arc::new(parse_message_type(&format!(
        "message problem {{ {} }}",
        fields.concat()
    ))?);
    let properties = WriterProperties::builder()
        .set_created_by("yose".to_owned())
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_max_row_group_row_count(Some(GROUP))
        .set_data_page_size_limit(1 << 20)
        .set_dictionary_enabled(true)
        .build();
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .open(path)?;
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(properties))?;
    let mut rows: Vec<Vec<Value>> = Vec::new();
    each_row(results.space, results.parts, results.groups, |row| {
        rows.push(values(row));
        if rows.len() == GROUP {
            group(&mut writer, &columns, &rows)?;
            rows.clear();
        }
        Ok::<(), ParquetError>(())
    })?;
    if !rows.is_empty() {
        group(&mut writer, &columns, &rows)?;
    }
    let file = writer.into_inner()?;
    file.sync_all()?;
    Ok(())
}

fn group(writer: &mut Writer, columns: &[(String, Column)], rows: &[Vec<Value>]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (i, (_, column)) in columns.iter().enumerate() {
        let Some(mut writer) = group.next_column()? else {
            break;
        };
        let cells = rows.iter().filter_map(|row| row.get(i));
        let levels: Vec<i16> = cells
            .clone()
            .map(|cell| i16::from(*cell != Value::Null))
            .collect();
        match column {
            Column::Number => {
                let numbers: Vec<i64> = cells
                    .filter_map(|cell| match cell {
                        Value::Number(n) => Some(*n),
                        _ => None,
                    })
                    .collect();
                writer
                    .typed::<Int64Type>()
                    .write_batch(&numbers, Some(&levels), None)?;
            }
            Column::Text => {
                let texts: Vec<ByteArray> = cells
                    .filter_map(|cell| match cell {
                        Value::Text(text) => Some(ByteArray::from(text.as_bytes().to_vec())),
                        _ => None,
                    })
                    .collect();
                writer
                    .typed::<ByteArrayType>()
                    .write_batch(&texts, Some(&levels), None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    Ok(())
}
