import org.apache.ibatis.annotations.*;

interface UserMapper {
    // ruleid: java-mybatis-substitution
    @Select("SELECT * FROM users WHERE name = '${name}'")
    User byName(@Param("name") String name);

    // ok: java-mybatis-substitution
    @Select("SELECT * FROM users WHERE name = #{name}")
    User safeByName(@Param("name") String name);

    // ruleid: java-mybatis-substitution
    @Delete("DELETE FROM users WHERE id IN (${ids})")
    void drop(@Param("ids") String ids);

    // ruleid: java-mybatis-substitution
    @Select({"<script>", "SELECT * FROM users WHERE name LIKE '%${name}%'", "</script>"})
    User like(@Param("name") String name);

    // ruleid: java-mybatis-substitution
    @Select("SELECT * FROM users ORDER BY ${sortColumn}")
    List<User> sorted(@Param("sortColumn") String sortColumn);

    // ok: java-mybatis-substitution
    @Select("SELECT * FROM ${table} WHERE id = #{id}")
    User in(@Param("table") String table, @Param("id") long id);

    // ok: java-mybatis-substitution
    @Delete("DELETE FROM users WHERE id = #{id}")
    void dropOne(@Param("id") long id);
}
