//! Amounts of memory and disk as people and JVM options write them: `8G`, `8192M`, `4.5 GB`.
